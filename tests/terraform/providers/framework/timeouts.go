package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"example.test/probe/cloud"
)

// timeoutsResource takes `takes_ms` to create its object, and fails if `timeouts.create` ends before.
type timeoutsResource struct{ stored }

func newTimeouts(protocol int) resource.Resource {
	members := map[string]schema.Attribute{
		"create": schema.StringAttribute{Optional: true, Description: "A duration such as 30s."},
		"update": schema.StringAttribute{Optional: true},
		"delete": schema.StringAttribute{Optional: true},
	}
	resourceSchema := schema.Schema{Attributes: map[string]schema.Attribute{
		"id":       idAttribute(),
		"name":     schema.StringAttribute{Required: true},
		"takes_ms": schema.Int64Attribute{Optional: true},
	}}
	if protocol == 6 {
		resourceSchema.Attributes["timeouts"] = schema.SingleNestedAttribute{Optional: true, Attributes: members}
	} else {
		resourceSchema.Blocks = map[string]schema.Block{"timeouts": schema.SingleNestedBlock{Attributes: members}}
	}
	return &timeoutsResource{stored{typeName: "probe_timeouts", schema: resourceSchema}}
}

func (r *timeoutsResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var takes types.Int64
	var limit types.String
	resp.Diagnostics.Append(req.Plan.GetAttribute(ctx, path.Root("takes_ms"), &takes)...)
	resp.Diagnostics.Append(req.Plan.GetAttribute(ctx, path.Root("timeouts").AtName("create"), &limit)...)
	allowed := 20 * time.Minute
	if text := limit.ValueString(); text != "" {
		parsed, err := time.ParseDuration(text)
		resp.Diagnostics.Append(problem("Invalid timeout", err)...)
		allowed = parsed
	}
	if resp.Diagnostics.HasError() {
		return
	}
	limited, cancel := context.WithTimeout(ctx, allowed)
	defer cancel()
	if takes.ValueInt64() > 0 {
		err := cloud.Wait(limited, "", time.Duration(takes.ValueInt64())*time.Millisecond)
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("timeout while waiting for the object to be ready (%s): %w", allowed, err)
		}
		if resp.Diagnostics.Append(problem("Cannot create "+r.typeName, err)...); resp.Diagnostics.HasError() {
			return
		}
	}
	r.stored.Create(ctx, req, resp)
}
