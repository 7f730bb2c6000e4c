package main

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

	"example.test/probe/cloud"
)

// timeouts takes `takes_ms` to create its object, and fails if the timeout of the create ends before.
func timeouts() *schema.Resource {
	resource := stored("probesdk_timeouts", &schema.Resource{
		Schema: map[string]*schema.Schema{
			"name":     {Type: schema.TypeString, Required: true},
			"takes_ms": {Type: schema.TypeInt, Optional: true},
		},
		Timeouts: &schema.ResourceTimeout{
			Create:  schema.DefaultTimeout(20 * time.Minute),
			Update:  schema.DefaultTimeout(20 * time.Minute),
			Delete:  schema.DefaultTimeout(20 * time.Minute),
			Default: schema.DefaultTimeout(10 * time.Minute),
		},
	}, nil)
	create := resource.CreateContext
	resource.CreateContext = func(ctx context.Context, d *schema.ResourceData, meta any) diag.Diagnostics {
		if takes := d.Get("takes_ms").(int); takes > 0 {
			if err := cloud.Wait(ctx, "", time.Duration(takes)*time.Millisecond); err != nil {
				return diag.Errorf("timeout of %s: %s", d.Timeout(schema.TimeoutCreate), err)
			}
		}
		return create(ctx, d, meta)
	}
	return resource
}
