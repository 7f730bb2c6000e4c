package main

import (
	"context"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"example.test/probe/cloud"
)

// token is an ephemeral resource: a secret that is valid until it is closed.
type token struct{ cloud *cloud.Cloud }

var (
	_ ephemeral.EphemeralResourceWithConfigure = &token{}
	_ ephemeral.EphemeralResourceWithRenew     = &token{}
	_ ephemeral.EphemeralResourceWithClose     = &token{}
)

func newToken() ephemeral.EphemeralResource { return &token{} }

func (e *token) Metadata(_ context.Context, _ ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = "probe_token"
}

func (e *token) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"name":     schema.StringAttribute{Required: true},
		"renew_ms": schema.Int64Attribute{Optional: true, Description: "Ask for a renewal after this time."},
		"token":    schema.StringAttribute{Computed: true, Sensitive: true},
	}}
}

func (e *token) Configure(_ context.Context, req ephemeral.ConfigureRequest, _ *ephemeral.ConfigureResponse) {
	if req.ProviderData != nil {
		e.cloud = req.ProviderData.(*cloud.Cloud)
	}
}

func (e *token) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var name types.String
	var renew types.Int64
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("name"), &name)...)
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("renew_ms"), &renew)...)
	id := cloud.NewID()
	if err := e.cloud.Log("open", "probe_token", id); err != nil {
		resp.Diagnostics.AddError("Cannot open", err.Error())
	}
	resp.Result.Raw = req.Config.Raw
	resp.Diagnostics.Append(resp.Result.SetAttribute(ctx, path.Root("token"), "token-"+name.ValueString()+"-"+id)...)
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, "id", []byte(`"`+id+`"`))...)
	if !renew.IsNull() {
		resp.RenewAt = time.Now().Add(time.Duration(renew.ValueInt64()) * time.Millisecond)
	}
}

func (e *token) Renew(ctx context.Context, req ephemeral.RenewRequest, resp *ephemeral.RenewResponse) {
	id, diagnostics := req.Private.GetKey(ctx, "id")
	resp.Diagnostics.Append(diagnostics...)
	if err := e.cloud.Log("renew", "probe_token", unquoted(id)); err != nil {
		resp.Diagnostics.AddError("Cannot renew", err.Error())
	}
	resp.RenewAt = time.Now().Add(time.Hour)
}

func (e *token) Close(ctx context.Context, req ephemeral.CloseRequest, resp *ephemeral.CloseResponse) {
	id, diagnostics := req.Private.GetKey(ctx, "id")
	resp.Diagnostics.Append(diagnostics...)
	if err := e.cloud.Log("close", "probe_token", unquoted(id)); err != nil {
		resp.Diagnostics.AddError("Cannot close", err.Error())
	}
}

// unquoted returns the text of a JSON string that needs no escapes.
func unquoted(text []byte) string {
	return strings.Trim(string(text), `"`)
}
