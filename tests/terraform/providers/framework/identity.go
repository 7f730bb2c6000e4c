package main

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"example.test/probe/cloud"
)

// identityResource has no id: its identity is its region and its name, so it can exist only once. It is imported by
// identity or by `region/name`.
type identityResource struct{ stored }

var (
	_ resource.ResourceWithIdentity    = &identityResource{}
	_ resource.ResourceWithImportState = &identityResource{}
)

func newIdentity() resource.Resource {
	return &identityResource{stored{typeName: "probe_identity", schema: schema.Schema{
		Attributes: map[string]schema.Attribute{
			"name": schema.StringAttribute{Required: true, PlanModifiers: replaceString},
			"region": schema.StringAttribute{
				Optional: true, Computed: true,
				// In this order: a region that the configuration leaves out must not look like a change.
				PlanModifiers: []planmodifier.String{
					stringplanmodifier.UseStateForUnknown(), stringplanmodifier.RequiresReplace(),
				},
			},
			"value":  schema.StringAttribute{Optional: true},
			"serial": schema.StringAttribute{Computed: true, PlanModifiers: keepString},
		},
	}}}
}

func (r *identityResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{Version: 1, Attributes: map[string]identityschema.Attribute{
		"name":   identityschema.StringAttribute{RequiredForImport: true, Description: "The name."},
		"region": identityschema.StringAttribute{OptionalForImport: true},
	}}
}

func (r *identityResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := withAttribute(req.Plan.Raw, "region", func(old tftypes.Value) tftypes.Value {
		if old.IsKnown() {
			return old
		}
		return tftypes.NewValue(tftypes.String, r.homeRegion())
	})
	state, diagnostics := r.create(fullName(plan), plan, cloud.Object{})
	resp.State.Raw = state
	resp.Diagnostics.Append(diagnostics...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(identify(ctx, resp.Identity, state)...)
	}
}

func (r *identityResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state, diagnostics := r.read(ctx, fullName(req.State.Raw))
	resp.State.Raw = state
	resp.Diagnostics.Append(diagnostics...)
	if !state.IsNull() {
		resp.Diagnostics.Append(identify(ctx, resp.Identity, state)...)
	}
}

func (r *identityResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	state, diagnostics := r.update(fullName(req.State.Raw), req.Plan.Raw, cloud.Object{})
	resp.Diagnostics.Append(diagnostics...)
	if !resp.Diagnostics.HasError() {
		resp.State.Raw = state
		resp.Diagnostics.Append(identify(ctx, resp.Identity, state)...)
	}
}

func (r *identityResource) Delete(_ context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	resp.Diagnostics.Append(r.delete(fullName(req.State.Raw))...)
}

func (r *identityResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	var name, region types.String
	if req.ID != "" {
		before, after, found := strings.Cut(req.ID, "/")
		if !found {
			resp.Diagnostics.AddError("Invalid import id", "The id has the form region/name.")
			return
		}
		region, name = types.StringValue(before), types.StringValue(after)
	} else {
		resp.Diagnostics.Append(req.Identity.GetAttribute(ctx, path.Root("name"), &name)...)
		resp.Diagnostics.Append(req.Identity.GetAttribute(ctx, path.Root("region"), &region)...)
	}
	if region.IsNull() {
		region = types.StringValue(r.homeRegion())
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("name"), name)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("region"), region)...)
	resp.Diagnostics.Append(identify(ctx, resp.Identity, resp.State.Raw)...)
}

// homeRegion is the region of an object that names none.
func (r *identityResource) homeRegion() string {
	if r.cloud.Origin.Region == "" {
		return "home"
	}
	return r.cloud.Origin.Region
}

func fullName(raw tftypes.Value) string {
	return stringAt(raw, "region") + "/" + stringAt(raw, "name")
}

func identify(ctx context.Context, identity *tfsdk.ResourceIdentity, state tftypes.Value) diag.Diagnostics {
	diagnostics := identity.SetAttribute(ctx, path.Root("name"), stringAt(state, "name"))
	diagnostics.Append(identity.SetAttribute(ctx, path.Root("region"), stringAt(state, "region"))...)
	return diagnostics
}
