package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

	"example.test/probe/cloud"
)

// noImport cannot be imported, and deleting an object that does not exist is an error.
func noImport() *schema.Resource {
	const typeName = "probesdk_no_import"
	resource := stored(typeName, &schema.Resource{
		Schema: map[string]*schema.Schema{"name": {Type: schema.TypeString, Required: true}},
	}, nil)
	resource.Importer = nil
	resource.DeleteContext = func(_ context.Context, d *schema.ResourceData, meta any) diag.Diagnostics {
		return diag.FromErr(meta.(*cloud.Cloud).Delete(typeName, d.Id()))
	}
	return resource
}
