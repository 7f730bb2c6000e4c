package main

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"example.test/probe/cloud"
)

// things lists the objects of type probe_thing. The name prefix `fail` is an error.
type things struct{ cloud *cloud.Cloud }

type foundThing struct {
	ID   string `json:"id" tfsdk:"id"`
	Name string `json:"name" tfsdk:"name"`
	Size *int64 `json:"size" tfsdk:"size"`
}

func newThings() datasource.DataSource { return &things{} }

func (d *things) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "probe_things"
}

func (d *things) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"name_prefix": schema.StringAttribute{Optional: true},
		"names":       schema.ListAttribute{Computed: true, ElementType: types.StringType},
		"secrets":     schema.ListAttribute{Computed: true, Sensitive: true, ElementType: types.StringType},
		"things": schema.ListAttribute{Computed: true, ElementType: types.ObjectType{AttrTypes: map[string]attr.Type{
			"id": types.StringType, "name": types.StringType, "size": types.Int64Type,
		}}},
	}}
}

func (d *things) Configure(_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	if req.ProviderData != nil {
		d.cloud = req.ProviderData.(*cloud.Cloud)
	}
}

func (d *things) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var prefix types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("name_prefix"), &prefix)...)
	if prefix.ValueString() == "fail" {
		resp.Diagnostics.AddAttributeError(path.Root("name_prefix"), "Cannot list", "The prefix `fail` always fails.")
		return
	}
	objects, err := d.cloud.List("probe_thing")
	if err != nil {
		resp.Diagnostics.AddError("Cannot list", err.Error())
		return
	}
	found, names, secrets := []foundThing{}, []string{}, []string{}
	for _, object := range objects {
		var state struct {
			foundThing
			Secret string `json:"secret"`
		}
		if err := json.Unmarshal(object.State, &state); err != nil {
			resp.Diagnostics.AddError("Cannot list", err.Error())
		}
		if strings.HasPrefix(state.Name, prefix.ValueString()) {
			found = append(found, state.foundThing)
			names = append(names, state.Name)
			secrets = append(secrets, state.Secret)
		}
	}
	resp.State.Raw = req.Config.Raw
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("names"), names)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("secrets"), secrets)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("things"), found)...)
}
