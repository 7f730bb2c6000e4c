package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"example.test/probe/cloud"
)

// secretResource takes a password that is never part of its state. An update sets the password only if
// `password_wo_version` changed.
type secretResource struct{ stored }

func newSecret() resource.Resource {
	return &secretResource{stored{typeName: "probe_secret", schema: schema.Schema{
		Attributes: map[string]schema.Attribute{
			"id":                  idAttribute(),
			"name":                schema.StringAttribute{Required: true},
			"password_wo":         schema.StringAttribute{Optional: true, WriteOnly: true, Sensitive: true},
			"password_wo_version": schema.Int64Attribute{Optional: true},
			"shared":              schema.StringAttribute{Optional: true, Sensitive: true},
			"token":               schema.StringAttribute{Computed: true, Sensitive: true, PlanModifiers: keepString},
		},
	}}}
}

func (r *secretResource) Create(_ context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	object := cloud.Object{Password: stringAt(req.Config.Raw, "password_wo")}
	state, diagnostics := r.create(cloud.NewID(), req.Plan.Raw, object)
	resp.State.Raw = state
	resp.Diagnostics.Append(diagnostics...)
}

func (r *secretResource) Update(_ context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	object := cloud.Object{}
	before, _ := attributeAt(req.State.Raw, "password_wo_version")
	after, _ := attributeAt(req.Plan.Raw, "password_wo_version")
	if !before.Equal(after) {
		object.Password = stringAt(req.Config.Raw, "password_wo")
	}
	state, diagnostics := r.update(stringAt(req.State.Raw, "id"), req.Plan.Raw, object)
	resp.Diagnostics.Append(diagnostics...)
	if !resp.Diagnostics.HasError() {
		resp.State.Raw = state
	}
}
