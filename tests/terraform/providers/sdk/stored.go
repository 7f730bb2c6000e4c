package main

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

	"example.test/probe/cloud"
)

// stored completes a resource type whose objects hold all its attributes. `compute` sets the computed attributes
// before the object is created or updated.
func stored(typeName string, resource *schema.Resource, compute func(d *schema.ResourceData) error) *schema.Resource {
	save := func(d *schema.ResourceData) (cloud.Object, error) {
		if compute != nil {
			if err := compute(d); err != nil {
				return cloud.Object{}, err
			}
		}
		text, err := json.Marshal(attributesOf(resource.Schema, d))
		return cloud.Object{State: text}, err
	}
	resource.CreateContext = func(_ context.Context, d *schema.ResourceData, meta any) diag.Diagnostics {
		id := cloud.NewID()
		object, err := save(d)
		if err == nil {
			err = meta.(*cloud.Cloud).Create(typeName, id, object)
		}
		if err == nil {
			d.SetId(id)
		}
		return diag.FromErr(err)
	}
	resource.ReadContext = func(_ context.Context, d *schema.ResourceData, meta any) diag.Diagnostics {
		return diag.FromErr(load(meta.(*cloud.Cloud), typeName, d))
	}
	resource.UpdateContext = func(_ context.Context, d *schema.ResourceData, meta any) diag.Diagnostics {
		object, err := save(d)
		if err == nil {
			err = meta.(*cloud.Cloud).Update(typeName, d.Id(), object)
		}
		return diag.FromErr(err)
	}
	resource.DeleteContext = func(_ context.Context, d *schema.ResourceData, meta any) diag.Diagnostics {
		err := meta.(*cloud.Cloud).Delete(typeName, d.Id())
		if errors.Is(err, cloud.ErrGone) {
			return nil
		}
		return diag.FromErr(err)
	}
	resource.Importer = &schema.ResourceImporter{StateContext: schema.ImportStatePassthroughContext}
	return resource
}

// load sets the attributes from the object. The id becomes empty if the object does not exist.
func load(service *cloud.Cloud, typeName string, d *schema.ResourceData) error {
	object, err := service.Read(typeName, d.Id())
	if err != nil {
		return err
	}
	if object == nil {
		d.SetId("")
		return nil
	}
	attributes := map[string]any{}
	if err := json.Unmarshal(object.State, &attributes); err != nil {
		return err
	}
	for name, value := range attributes {
		if err := d.Set(name, value); err != nil {
			return err
		}
	}
	return nil
}

func attributesOf(attributes map[string]*schema.Schema, d *schema.ResourceData) map[string]any {
	values := map[string]any{}
	for name := range attributes {
		values[name] = plain(d.Get(name))
	}
	return values
}

// plain turns sets into lists, at any depth.
func plain(value any) any {
	switch given := value.(type) {
	case *schema.Set:
		return plain(given.List())
	case []any:
		elements := make([]any, len(given))
		for index, element := range given {
			elements[index] = plain(element)
		}
		return elements
	case map[string]any:
		members := map[string]any{}
		for name, member := range given {
			members[name] = plain(member)
		}
		return members
	}
	return value
}
