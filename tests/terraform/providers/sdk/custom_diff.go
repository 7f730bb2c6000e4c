package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
)

// customDiff plans `length` and an unknown `checksum` when `content` changes, replaces the object when `size` shrinks, and rejects
// the content `invalid` when it is planned.
func customDiff() *schema.Resource {
	return stored("probesdk_custom_diff", &schema.Resource{
		Schema: map[string]*schema.Schema{
			"content":  {Type: schema.TypeString, Required: true},
			"size":     {Type: schema.TypeInt, Optional: true},
			"checksum": {Type: schema.TypeString, Computed: true},
			"length":   {Type: schema.TypeInt, Computed: true, Description: "Known when it is planned."},
		},
		CustomizeDiff: func(_ context.Context, d *schema.ResourceDiff, _ any) error {
			content := d.Get("content").(string)
			if content == "invalid" {
				return errors.New("the content is invalid")
			}
			if before, after := d.GetChange("size"); d.Id() != "" && after.(int) < before.(int) {
				if err := d.ForceNew("size"); err != nil {
					return err
				}
			}
			if !d.HasChange("content") {
				return nil
			}
			if !d.NewValueKnown("content") {
				return errors.Join(d.SetNewComputed("length"), d.SetNewComputed("checksum"))
			}
			return errors.Join(d.SetNew("length", len(content)), d.SetNewComputed("checksum"))
		},
	}, func(d *schema.ResourceData) error {
		sum := sha256.Sum256([]byte(d.Get("content").(string)))
		if err := d.Set("length", len(d.Get("content").(string))); err != nil {
			return err
		}
		return d.Set("checksum", hex.EncodeToString(sum[:]))
	})
}
