package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// planDeleteResource refuses to plan a deletion while `protected` is true, and warns otherwise.
type planDeleteResource struct{ stored }

var _ resource.ResourceWithModifyPlan = &planDeleteResource{}

func newPlanDelete() resource.Resource {
	return &planDeleteResource{stored{typeName: "probe_plan_delete", schema: schema.Schema{
		Attributes: map[string]schema.Attribute{
			"id":        idAttribute(),
			"name":      schema.StringAttribute{Required: true, PlanModifiers: replaceString},
			"protected": schema.BoolAttribute{Optional: true},
		},
	}}}
}

func (r *planDeleteResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if !req.Plan.Raw.IsNull() {
		return
	}
	var protected types.Bool
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("protected"), &protected)...)
	if protected.ValueBool() {
		resp.Diagnostics.AddAttributeError(path.Root("protected"), "Protected object", "Set `protected` to false first.")
	} else {
		resp.Diagnostics.AddWarning("Permanent deletion", "The object cannot be restored.")
	}
}
