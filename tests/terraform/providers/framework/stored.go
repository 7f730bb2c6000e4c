package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"example.test/probe/cloud"
)

// stored is the common part of the resource types: the whole state is the object, and attributes that are unknown in
// the plan get a value when it is applied. A resource type embeds it and has its own version of some methods.
type stored struct {
	typeName string
	schema   schema.Schema
	cloud    *cloud.Cloud
}

func (r *stored) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = r.typeName
}

func (r *stored) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = r.schema
}

func (r *stored) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	if req.ProviderData != nil {
		r.cloud = req.ProviderData.(*cloud.Cloud)
	}
}

func (r *stored) Create(_ context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	state, diagnostics := r.create(cloud.NewID(), req.Plan.Raw, cloud.Object{})
	resp.State.Raw = state
	resp.Diagnostics.Append(diagnostics...)
}

func (r *stored) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state, diagnostics := r.read(ctx, stringAt(req.State.Raw, "id"))
	resp.State.Raw = state
	resp.Diagnostics.Append(diagnostics...)
}

func (r *stored) Update(_ context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	state, diagnostics := r.update(stringAt(req.State.Raw, "id"), req.Plan.Raw, cloud.Object{})
	resp.Diagnostics.Append(diagnostics...)
	if !resp.Diagnostics.HasError() {
		resp.State.Raw = state
	}
}

func (r *stored) Delete(_ context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	resp.Diagnostics.Append(r.delete(stringAt(req.State.Raw, "id"))...)
}

func (r *stored) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughID(ctx, path.Root("id"), req, resp)
}

// create returns the state of the new object, or a null state with an error.
func (r *stored) create(id string, plan tftypes.Value, object cloud.Object) (tftypes.Value, diag.Diagnostics) {
	state, err := fillUnknown(plan, id)
	if err == nil {
		object.State, err = jsonOf(state.Type(), state)
	}
	if err == nil {
		err = r.cloud.Create(r.typeName, id, object)
	}
	if err != nil {
		return tftypes.NewValue(plan.Type(), nil), problem("Cannot create "+r.typeName, err)
	}
	return state, nil
}

// read returns a null state if the object does not exist.
func (r *stored) read(ctx context.Context, id string) (tftypes.Value, diag.Diagnostics) {
	stateType := r.schema.Type().TerraformType(ctx)
	none := tftypes.NewValue(stateType, nil)
	object, err := r.cloud.Read(r.typeName, id)
	if object == nil || err != nil {
		return none, problem("Cannot read "+r.typeName, err)
	}
	state, err := tfprotov6.RawState{JSON: object.State}.Unmarshal(stateType)
	if err != nil {
		return none, problem("Cannot read "+r.typeName, err)
	}
	return state, nil
}

func (r *stored) update(id string, plan tftypes.Value, object cloud.Object) (tftypes.Value, diag.Diagnostics) {
	state, err := fillUnknown(plan, id)
	if err == nil {
		object.State, err = jsonOf(state.Type(), state)
	}
	if err == nil {
		err = r.cloud.Update(r.typeName, id, object)
	}
	return state, problem("Cannot update "+r.typeName, err)
}

// delete ignores an object that does not exist, as most providers do.
func (r *stored) delete(id string) diag.Diagnostics {
	err := r.cloud.Delete(r.typeName, id)
	if errors.Is(err, cloud.ErrGone) {
		return nil
	}
	return problem("Cannot delete "+r.typeName, err)
}

func problem(summary string, err error) diag.Diagnostics {
	if err == nil {
		return nil
	}
	return diag.Diagnostics{diag.NewErrorDiagnostic(summary, err.Error())}
}

// attributeAt returns a top attribute of a state, plan or configuration, and whether it has a known value.
func attributeAt(raw tftypes.Value, name string) (tftypes.Value, bool) {
	attributes := map[string]tftypes.Value{}
	if raw.IsNull() || !raw.IsKnown() || raw.As(&attributes) != nil {
		return tftypes.Value{}, false
	}
	value, found := attributes[name]
	return value, found && value.IsKnown() && !value.IsNull()
}

// stringAt returns "" for null and unknown.
func stringAt(raw tftypes.Value, name string) string {
	text := ""
	if value, known := attributeAt(raw, name); known {
		if err := value.As(&text); err != nil {
			panic(fmt.Sprintf("the attribute %s is not a string: %s", name, err))
		}
	}
	return text
}

// idAttribute is the same in all types that have it.
func idAttribute() schema.StringAttribute {
	return schema.StringAttribute{Computed: true, PlanModifiers: keepString}
}
