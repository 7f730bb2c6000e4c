package main

import (
	"context"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// thing is the ordinary resource type. It fails if its private state is lost between two calls.
type thing struct{ stored }

var (
	_ resource.ResourceWithImportState    = &thing{}
	_ resource.ResourceWithValidateConfig = &thing{}
)

var (
	keepString    = []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
	replaceString = []planmodifier.String{stringplanmodifier.RequiresReplace()}
)

func newThing() resource.Resource {
	return &thing{stored{typeName: "probe_thing", schema: schema.Schema{
		Description: "The ordinary resource type.",
		Attributes: map[string]schema.Attribute{
			"id":     idAttribute(),
			"name":   schema.StringAttribute{Required: true, PlanModifiers: replaceString, Description: "Replaces."},
			"size":   schema.Int64Attribute{Optional: true, Description: "Must not be negative."},
			"tags":   schema.MapAttribute{Optional: true, ElementType: types.StringType},
			"labels": schema.SetAttribute{Optional: true, ElementType: types.StringType},
			"note": schema.StringAttribute{
				Optional: true, Computed: true, Default: stringdefault.StaticString("none"),
			},
			"created_at": schema.StringAttribute{Computed: true, PlanModifiers: keepString},
			"secret":     schema.StringAttribute{Computed: true, Sensitive: true, PlanModifiers: keepString},
			"revision":   schema.Int64Attribute{Computed: true, Description: "Unknown in every plan with a change."},
			"old": schema.StringAttribute{
				Optional: true, DeprecationMessage: "Use `note`.", MarkdownDescription: "A *deprecated* attribute.",
			},
		},
	}}}
}

func (r *thing) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var size types.Int64
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("size"), &size)...)
	if size.ValueInt64() < 0 {
		resp.Diagnostics.AddAttributeError(path.Root("size"), "Invalid size", "The size must not be negative.")
	}
}

func (r *thing) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	req.Plan.Raw = withRevision(req.Plan.Raw, 1)
	r.stored.Create(ctx, req, resp)
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, "made", []byte(`true`))...)
}

func (r *thing) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	resp.Diagnostics.Append(checkPrivate(req.Private.GetKey(ctx, "made"))...)
	r.stored.Read(ctx, req, resp)
}

func (r *thing) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	resp.Diagnostics.Append(checkPrivate(req.Private.GetKey(ctx, "made"))...)
	revision := &big.Float{}
	if value, known := attributeAt(req.State.Raw, "revision"); known {
		_ = value.As(&revision)
	}
	next, _ := revision.Int64()
	req.Plan.Raw = withRevision(req.Plan.Raw, next+1)
	r.stored.Update(ctx, req, resp)
}

func (r *thing) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	resp.Diagnostics.Append(checkPrivate(req.Private.GetKey(ctx, "made"))...)
	r.stored.Delete(ctx, req, resp)
}

func (r *thing) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	r.stored.ImportState(ctx, req, resp)
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, "made", []byte(`true`))...)
}

func checkPrivate(value []byte, diagnostics diag.Diagnostics) diag.Diagnostics {
	if string(value) != "true" {
		diagnostics.AddError("Private state lost", "The private state of the last call was not sent.")
	}
	return diagnostics
}

// withRevision sets the attribute if the plan leaves it open.
func withRevision(plan tftypes.Value, revision int64) tftypes.Value {
	return withAttribute(plan, "revision", func(old tftypes.Value) tftypes.Value {
		if old.IsKnown() {
			return old
		}
		return tftypes.NewValue(tftypes.Number, revision)
	})
}

// withAttribute returns a copy of an object with another value for one of its attributes.
func withAttribute(raw tftypes.Value, name string, change func(old tftypes.Value) tftypes.Value) tftypes.Value {
	attributes := map[string]tftypes.Value{}
	if err := raw.As(&attributes); err != nil {
		panic(err)
	}
	attributes[name] = change(attributes[name])
	return tftypes.NewValue(raw.Type(), attributes)
}
