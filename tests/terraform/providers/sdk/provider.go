package main

import (
	"context"
	"os"

	"github.com/hashicorp/go-cty/cty"
	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

	"example.test/probe/cloud"
)

func newProvider() *schema.Provider {
	return &schema.Provider{
		Schema: map[string]*schema.Schema{
			"folder": {Type: schema.TypeString, Required: true, Description: "The existing folder that holds the objects."},
			"token": {
				Type: schema.TypeString, Optional: true, Sensitive: true,
				DefaultFunc: schema.EnvDefaultFunc("PROBE_TOKEN", nil),
			},
			"region": {Type: schema.TypeString, Optional: true, ValidateDiagFunc: validateRegion},
			"marker": {Type: schema.TypeString, Optional: true, Description: "Recorded in each object."},
			"endpoints": {
				Type: schema.TypeList, Optional: true, MaxItems: 1,
				Elem: &schema.Resource{Schema: map[string]*schema.Schema{
					"api":     {Type: schema.TypeString, Optional: true},
					"mirrors": {Type: schema.TypeList, Optional: true, Elem: &schema.Schema{Type: schema.TypeString}},
				}},
			},
		},
		ResourcesMap: map[string]*schema.Resource{
			"probesdk_thing":       thing(),
			"probesdk_blocks":      blocks(),
			"probesdk_timeouts":    timeouts(),
			"probesdk_fault":       fault(),
			"probesdk_upgrade":     upgrade(),
			"probesdk_no_import":   noImport(),
			"probesdk_custom_diff": customDiff(),
		},
		DataSourcesMap:       map[string]*schema.Resource{"probesdk_things": things()},
		ConfigureContextFunc: configure,
	}
}

func validateRegion(value any, at cty.Path) diag.Diagnostics {
	if value != "invalid" {
		return nil
	}
	return diag.Diagnostics{{Severity: diag.Error, Summary: "Invalid region", AttributePath: at}}
}

func configure(_ context.Context, d *schema.ResourceData) (any, diag.Diagnostics) {
	folder := d.Get("folder").(string)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil, diag.Errorf("%q is not a folder", folder)
	}
	service := &cloud.Cloud{Folder: folder, Origin: cloud.Origin{
		Marker: d.Get("marker").(string),
		Region: d.Get("region").(string),
		Token:  d.Get("token").(string),
	}}
	return service, diag.FromErr(service.Log("configure", "probesdk", "marker="+service.Origin.Marker))
}
