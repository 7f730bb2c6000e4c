package main

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// newNested returns the resource type with nested attributes and blocks of every nesting that the framework has. Only
// protocol 6 has nested attributes.
func newNested() resource.Resource {
	return &stored{typeName: "probe_nested", schema: schema.Schema{
		Attributes: map[string]schema.Attribute{
			"id":     idAttribute(),
			"single": schema.SingleNestedAttribute{Optional: true, Attributes: parts()},
			"list":   schema.ListNestedAttribute{Optional: true, NestedObject: partObject()},
			"set":    schema.SetNestedAttribute{Optional: true, NestedObject: partObject()},
			"map":    schema.MapNestedAttribute{Optional: true, NestedObject: partObject()},
			"derived": schema.SingleNestedAttribute{
				Optional: true, Computed: true, Description: "Computed as a whole if it is not set.",
				// All members are computed: without that, every plan would reset a value that the provider computed.
				Attributes: map[string]schema.Attribute{
					"name":   schema.StringAttribute{Optional: true, Computed: true},
					"serial": schema.StringAttribute{Computed: true},
				},
			},
			"listed": schema.ListNestedAttribute{Computed: true, NestedObject: partObject()},
			"object": schema.ObjectAttribute{
				Optional: true,
				AttributeTypes: map[string]attr.Type{
					"a": types.StringType,
					"b": types.ListType{ElemType: types.NumberType},
				},
			},
		},
		Blocks: map[string]schema.Block{
			"rule": schema.ListNestedBlock{NestedObject: schema.NestedBlockObject{
				Attributes: parts(),
				Blocks: map[string]schema.Block{
					"port": schema.SetNestedBlock{NestedObject: schema.NestedBlockObject{
						Attributes: map[string]schema.Attribute{"number": schema.Int64Attribute{Required: true}},
					}},
				},
			}},
			"member":   schema.SetNestedBlock{NestedObject: schema.NestedBlockObject{Attributes: parts()}},
			"settings": schema.SingleNestedBlock{Attributes: optionalParts()},
		},
	}}
}

func partObject() schema.NestedAttributeObject {
	return schema.NestedAttributeObject{Attributes: parts()}
}

func parts() map[string]schema.Attribute {
	all := optionalParts()
	all["name"] = schema.StringAttribute{Required: true}
	return all
}

// optionalParts has no required attribute, because a single block that is absent may not have one.
func optionalParts() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"name":   schema.StringAttribute{Optional: true},
		"value":  schema.StringAttribute{Optional: true},
		"serial": schema.StringAttribute{Computed: true},
		"inner": schema.SingleNestedAttribute{Optional: true, Attributes: map[string]schema.Attribute{
			"path":   schema.StringAttribute{Required: true},
			"secret": schema.StringAttribute{Optional: true, Sensitive: true},
			"serial": schema.StringAttribute{Computed: true},
		}},
	}
}
