package main

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

	"example.test/probe/cloud"
)

// things lists the names of the objects of type probesdk_thing. The prefix `fail` is an error.
func things() *schema.Resource {
	return &schema.Resource{
		Schema: map[string]*schema.Schema{
			"name_prefix": {Type: schema.TypeString, Optional: true},
			"names":       {Type: schema.TypeList, Computed: true, Elem: &schema.Schema{Type: schema.TypeString}},
		},
		ReadContext: func(_ context.Context, d *schema.ResourceData, meta any) diag.Diagnostics {
			prefix := d.Get("name_prefix").(string)
			if prefix == "fail" {
				return diag.Errorf("the prefix `fail` always fails")
			}
			objects, err := meta.(*cloud.Cloud).List("probesdk_thing")
			if err != nil {
				return diag.FromErr(err)
			}
			names := []string{}
			for _, object := range objects {
				var state struct{ Name string }
				if err := json.Unmarshal(object.State, &state); err != nil {
					return diag.FromErr(err)
				}
				if strings.HasPrefix(state.Name, prefix) {
					names = append(names, state.Name)
				}
			}
			d.SetId("things-" + prefix)
			return diag.FromErr(d.Set("names", names))
		},
	}
}
