package main

import (
	"context"
	"strconv"

	"github.com/hashicorp/go-cty/cty"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
)

// upgrade has its second schema. Version 0 was {id, name, size: string}.
func upgrade() *schema.Resource {
	return stored("probesdk_upgrade", &schema.Resource{
		SchemaVersion: 1,
		StateUpgraders: []schema.StateUpgrader{{
			Version: 0,
			Type:    cty.Object(map[string]cty.Type{"id": cty.String, "name": cty.String, "size": cty.String}),
			Upgrade: func(_ context.Context, old map[string]any, _ any) (map[string]any, error) {
				size, err := strconv.Atoi(old["size"].(string))
				return map[string]any{"id": old["id"], "title": old["name"], "size": size}, err
			},
		}},
		Schema: map[string]*schema.Schema{
			"title": {Type: schema.TypeString, Required: true},
			"size":  {Type: schema.TypeInt, Optional: true},
		},
	}, nil)
}
