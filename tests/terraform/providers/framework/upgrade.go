package main

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// upgradeResource has its third schema. Version 0 was {id, name, size: string}, version 1 {id, name, size: number}.
type upgradeResource struct{ stored }

var _ resource.ResourceWithUpgradeState = &upgradeResource{}

type upgradeModel struct {
	ID     types.String `tfsdk:"id"`
	Title  types.String `tfsdk:"title"`
	SizeGB types.Int64  `tfsdk:"size_gb"`
	Origin types.String `tfsdk:"origin"`
}

func newUpgrade() resource.Resource {
	return &upgradeResource{stored{typeName: "probe_upgrade", schema: schema.Schema{
		Version: 2,
		Attributes: map[string]schema.Attribute{
			"id":      idAttribute(),
			"title":   schema.StringAttribute{Required: true},
			"size_gb": schema.Int64Attribute{Optional: true},
			"origin": schema.StringAttribute{
				Computed: true, PlanModifiers: keepString, Description: "After an upgrade: the version of the old schema.",
			},
		},
	}}}
}

func (r *upgradeResource) UpgradeState(context.Context) map[int64]resource.StateUpgrader {
	one := schema.Schema{Attributes: map[string]schema.Attribute{
		"id":   idAttribute(),
		"name": schema.StringAttribute{Required: true},
		"size": schema.Int64Attribute{Optional: true},
	}}
	return map[int64]resource.StateUpgrader{
		0: {StateUpgrader: upgradeFromZero},
		1: {PriorSchema: &one, StateUpgrader: upgradeFromOne},
	}
}

func upgradeFromZero(ctx context.Context, req resource.UpgradeStateRequest, resp *resource.UpgradeStateResponse) {
	var old struct{ ID, Name, Size string }
	if err := json.Unmarshal(req.RawState.JSON, &old); err != nil {
		resp.Diagnostics.AddError("Cannot upgrade", err.Error())
		return
	}
	size, err := strconv.ParseInt(old.Size, 10, 64)
	if err != nil {
		resp.Diagnostics.AddError("Cannot upgrade", err.Error())
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, upgradeModel{
		types.StringValue(old.ID), types.StringValue(old.Name), types.Int64Value(size), types.StringValue("0"),
	})...)
}

func upgradeFromOne(ctx context.Context, req resource.UpgradeStateRequest, resp *resource.UpgradeStateResponse) {
	var old struct {
		ID   types.String `tfsdk:"id"`
		Name types.String `tfsdk:"name"`
		Size types.Int64  `tfsdk:"size"`
	}
	resp.Diagnostics.Append(req.State.Get(ctx, &old)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, upgradeModel{old.ID, old.Name, old.Size, types.StringValue("1")})...)
}
