package main

import (
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

	"example.test/probe/cloud"
)

// thing is the ordinary resource type.
func thing() *schema.Resource {
	text := &schema.Schema{Type: schema.TypeString}
	return stored("probesdk_thing", &schema.Resource{
		Description: "The ordinary resource type.",
		Schema: map[string]*schema.Schema{
			"name":       {Type: schema.TypeString, Required: true, ForceNew: true},
			"size":       {Type: schema.TypeInt, Optional: true, Default: 7},
			"ratio":      {Type: schema.TypeFloat, Optional: true},
			"enabled":    {Type: schema.TypeBool, Optional: true},
			"note":       {Type: schema.TypeString, Optional: true, Computed: true},
			"password":   {Type: schema.TypeString, Optional: true, Sensitive: true},
			"zones":      {Type: schema.TypeList, Optional: true, Elem: text},
			"labels":     {Type: schema.TypeSet, Optional: true, Elem: text},
			"tags":       {Type: schema.TypeMap, Optional: true, Elem: text},
			"secret":     {Type: schema.TypeString, Computed: true, Sensitive: true},
			"created_at": {Type: schema.TypeString, Computed: true},
			"old":        {Type: schema.TypeString, Optional: true, Deprecated: "Use note."},
			"lowercase": {
				Type: schema.TypeString, Optional: true, Description: "Compared without regard to case.",
				DiffSuppressFunc: func(_, before, after string, _ *schema.ResourceData) bool {
					return strings.EqualFold(before, after)
				},
			},
		},
	}, func(d *schema.ResourceData) error {
		values := map[string]string{
			"note": "none", "secret": "secret-" + cloud.NewID(), "created_at": time.Now().UTC().Format(time.RFC3339Nano),
		}
		for name, value := range values {
			if d.Get(name) != "" {
				continue
			}
			if err := d.Set(name, value); err != nil {
				return err
			}
		}
		return nil
	})
}
