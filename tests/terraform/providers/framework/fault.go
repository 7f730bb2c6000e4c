package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"example.test/probe/cloud"
)

// faultResource misbehaves as its attributes say. The phases are plan, plan_delete, create, read, update and delete.
type faultResource struct{ stored }

var _ resource.ResourceWithModifyPlan = &faultResource{}

func newFault() resource.Resource {
	return &faultResource{stored{typeName: "probe_fault", schema: schema.Schema{
		Attributes: map[string]schema.Attribute{
			"id":     idAttribute(),
			"name":   schema.StringAttribute{Required: true},
			"value":  schema.StringAttribute{Optional: true},
			"result": schema.StringAttribute{Computed: true},
			"fault":  schema.StringAttribute{Optional: true, Description: "A fault of misbehave, or a short name of shortNames."},
			"on": schema.StringAttribute{
				Optional: true, Computed: true, Default: stringdefault.StaticString("create"), Description: "The phase.",
			},
			"after": schema.BoolAttribute{
				Optional: true, Computed: true, Default: booldefault.StaticBool(false),
				Description: "Create, update or delete the object first.",
			},
			"wait_ms":     schema.Int64Attribute{Optional: true, Description: "For `slow`: wait at most this long."},
			"wait_for":    schema.StringAttribute{Optional: true, Description: "For `slow`: wait until this file exists."},
			"ignore_stop": schema.BoolAttribute{Optional: true, Description: "For `slow`: do not end when the call is cancelled."},
		},
	}}}
}

func (r *faultResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.cloud == nil {
		return
	}
	if req.Plan.Raw.IsNull() {
		resp.Diagnostics.Append(r.misbehave(ctx, before("plan_delete"), req.State.Raw)...)
		return
	}
	resp.Diagnostics.Append(r.misbehave(ctx, before("plan"), req.Plan.Raw)...)
	if faultOf(req.Plan.Raw).is("wrong_plan", before("plan")) {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("value"), "not what was asked for")...)
	}
}

func (r *faultResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	if resp.Diagnostics.Append(r.misbehave(ctx, before("create"), req.Plan.Raw)...); resp.Diagnostics.HasError() {
		return
	}
	state, diagnostics := r.create(cloud.NewID(), req.Plan.Raw, cloud.Object{})
	resp.Diagnostics.Append(diagnostics...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.State.Raw = wrongResult(state, "create")
	resp.Diagnostics.Append(r.misbehave(ctx, after("create"), req.Plan.Raw)...)
}

func (r *faultResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	if resp.Diagnostics.Append(r.misbehave(ctx, before("read"), req.State.Raw)...); resp.Diagnostics.HasError() {
		return
	}
	r.stored.Read(ctx, req, resp)
}

func (r *faultResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	if resp.Diagnostics.Append(r.misbehave(ctx, before("update"), req.Plan.Raw)...); resp.Diagnostics.HasError() {
		return
	}
	state, diagnostics := r.update(stringAt(req.State.Raw, "id"), req.Plan.Raw, cloud.Object{})
	resp.Diagnostics.Append(diagnostics...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.State.Raw = wrongResult(state, "update")
	resp.Diagnostics.Append(r.misbehave(ctx, after("update"), req.Plan.Raw)...)
}

func (r *faultResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	if resp.Diagnostics.Append(r.misbehave(ctx, before("delete"), req.State.Raw)...); resp.Diagnostics.HasError() {
		return
	}
	r.stored.Delete(ctx, req, resp)
	resp.Diagnostics.Append(r.misbehave(ctx, after("delete"), req.State.Raw)...)
}

// wrongResult changes the state that an apply returns, but not the object.
func wrongResult(state tftypes.Value, phase string) tftypes.Value {
	given := faultOf(state)
	if given.is("wrong_apply", before(phase)) {
		return withAttribute(state, "value", func(tftypes.Value) tftypes.Value {
			return tftypes.NewValue(tftypes.String, "not what was planned")
		})
	}
	if given.is("unknown_after_apply", before(phase)) {
		return withAttribute(state, "result", func(tftypes.Value) tftypes.Value {
			return tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
		})
	}
	return state
}
