package main

import (
	"context"
	"math"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// bigResource has the numbers that a float64 cannot hold, and dynamic attributes.
type bigResource struct{ stored }

func newBig() resource.Resource {
	return &bigResource{stored{typeName: "probe_big", schema: schema.Schema{
		Attributes: map[string]schema.Attribute{
			"id":       idAttribute(),
			"integer":  schema.Int64Attribute{Optional: true},
			"number":   schema.NumberAttribute{Optional: true},
			"float":    schema.Float64Attribute{Optional: true},
			"anything": schema.DynamicAttribute{Optional: true},
			"echo":     schema.DynamicAttribute{Computed: true, Description: "The same as `anything`."},
			"numbers":  schema.ListAttribute{Optional: true, ElementType: types.NumberType},
			"largest":  schema.Int64Attribute{Computed: true, Description: "The largest int64."},
		},
	}}}
}

func (r *bigResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	r.compute(ctx, &req.Plan, &resp.Diagnostics)
	r.stored.Create(ctx, req, resp)
}

func (r *bigResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	r.compute(ctx, &req.Plan, &resp.Diagnostics)
	r.stored.Update(ctx, req, resp)
}

func (r *bigResource) compute(ctx context.Context, plan *tfsdk.Plan, diagnostics *diag.Diagnostics) {
	var anything types.Dynamic
	diagnostics.Append(plan.GetAttribute(ctx, path.Root("anything"), &anything)...)
	diagnostics.Append(plan.SetAttribute(ctx, path.Root("echo"), anything)...)
	diagnostics.Append(plan.SetAttribute(ctx, path.Root("largest"), int64(math.MaxInt64))...)
}
