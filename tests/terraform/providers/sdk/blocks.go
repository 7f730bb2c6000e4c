package main

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
)

// blocks has the kinds of blocks that the SDK can express.
func blocks() *schema.Resource {
	text := func() *schema.Schema { return &schema.Schema{Type: schema.TypeString, Optional: true} }
	name := func() *schema.Schema { return &schema.Schema{Type: schema.TypeString, Required: true} }
	serial := func() *schema.Schema { return &schema.Schema{Type: schema.TypeString, Computed: true} }
	return stored("probesdk_blocks", &schema.Resource{
		Schema: map[string]*schema.Schema{
			"settings": {
				Type: schema.TypeList, Optional: true, MaxItems: 1, Description: "At most one.",
				Elem: &schema.Resource{Schema: map[string]*schema.Schema{
					"mode": {Type: schema.TypeString, Optional: true, Default: "plain"},
					"inner": {
						Type: schema.TypeList, Optional: true, MinItems: 1,
						Elem: &schema.Resource{Schema: map[string]*schema.Schema{"name": name(), "serial": serial()}},
					},
				}},
			},
			"member": {
				Type: schema.TypeSet, Optional: true, Description: "A set with a computed attribute.",
				Elem: &schema.Resource{Schema: map[string]*schema.Schema{
					"name": name(), "value": text(), "serial": serial(),
				}},
			},
			"rule": {
				Type: schema.TypeList, Optional: true, Description: "A set of blocks in a list of blocks.",
				Elem: &schema.Resource{Schema: map[string]*schema.Schema{
					"name": name(),
					"port": {
						Type: schema.TypeSet, Optional: true,
						Elem: &schema.Resource{Schema: map[string]*schema.Schema{
							"number": {Type: schema.TypeInt, Required: true},
							"note":   text(),
						}},
					},
				}},
			},
			"alias": {
				Type: schema.TypeSet, Optional: true, Description: "A set whose hash ignores the case of the name.",
				Set: func(value any) int {
					return schema.HashString(strings.ToLower(value.(map[string]any)["name"].(string)))
				},
				Elem: &schema.Resource{Schema: map[string]*schema.Schema{"name": name(), "note": text()}},
			},
			"attached": {
				Type: schema.TypeList, Optional: true, Computed: true, ConfigMode: schema.SchemaConfigModeAttr,
				Description: "A list of objects as an attribute, so that it can be unknown or empty.",
				Elem:        &schema.Resource{Schema: map[string]*schema.Schema{"name": text()}},
			},
		},
	}, computeSerials)
}

// computeSerials gives each member and inner block the serial `serial-<name>`.
func computeSerials(d *schema.ResourceData) error {
	members := plain(d.Get("member")).([]any)
	for _, member := range members {
		setSerial(member)
	}
	settings := plain(d.Get("settings")).([]any)
	for _, setting := range settings {
		if block, isBlock := setting.(map[string]any); isBlock {
			for _, inner := range block["inner"].([]any) {
				setSerial(inner)
			}
		}
	}
	if err := d.Set("member", members); err != nil {
		return err
	}
	return d.Set("settings", settings)
}

func setSerial(block any) {
	attributes := block.(map[string]any)
	attributes["serial"] = "serial-" + attributes["name"].(string)
}
