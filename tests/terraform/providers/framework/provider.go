package main

import (
	"context"
	"fmt"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"example.test/probe/cloud"
)

type probe struct{ protocol int }

var (
	_ provider.ProviderWithEphemeralResources = &probe{}
	_ provider.ProviderWithFunctions          = &probe{}
	_ provider.ProviderWithValidateConfig     = &probe{}
)

type configuration struct {
	Folder    types.String `tfsdk:"folder"`
	Token     types.String `tfsdk:"token"`
	Region    types.String `tfsdk:"region"`
	Marker    types.String `tfsdk:"marker"`
	Endpoints types.Object `tfsdk:"endpoints"`
}

func (p *probe) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "probe"
	resp.Version = "0.0.1"
}

func (p *probe) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		Description: "A provider for tests. Its objects are JSON files.",
		Attributes: map[string]schema.Attribute{
			"folder": schema.StringAttribute{Required: true, Description: "The existing folder that holds the objects."},
			"token":  schema.StringAttribute{Optional: true, Sensitive: true},
			"region": schema.StringAttribute{Optional: true, Description: "`invalid` is an error, `deprecated` a warning."},
			"marker": schema.StringAttribute{Optional: true, Description: "Recorded in each object."},
		},
		// A block, because protocol 5 has no nested attributes.
		Blocks: map[string]schema.Block{
			"endpoints": schema.SingleNestedBlock{Attributes: map[string]schema.Attribute{
				"api":     schema.StringAttribute{Optional: true},
				"mirrors": schema.ListAttribute{Optional: true, ElementType: types.StringType},
			}},
		},
	}
}

func (p *probe) ValidateConfig(ctx context.Context, req provider.ValidateConfigRequest, resp *provider.ValidateConfigResponse) {
	var config configuration
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	switch config.Region.ValueString() {
	case "invalid":
		resp.Diagnostics.AddAttributeError(path.Root("region"), "Invalid region", "There is no region `invalid`.")
	case "deprecated":
		resp.Diagnostics.AddAttributeWarning(path.Root("region"), "Deprecated region", "Use another region.")
	}
}

func (p *probe) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	var config configuration
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	folder := config.Folder.ValueString()
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		resp.Diagnostics.AddAttributeError(path.Root("folder"), "No folder", fmt.Sprintf("%q is not a folder.", folder))
		return
	}
	origin := cloud.Origin{
		Marker: config.Marker.ValueString(),
		Region: config.Region.ValueString(),
		Token:  config.Token.ValueString(),
	}
	service := &cloud.Cloud{Folder: folder, Origin: origin}
	if err := service.Log("configure", "probe", "marker="+origin.Marker); err != nil {
		resp.Diagnostics.AddError("Cannot write to the folder", err.Error())
	}
	resp.ResourceData = service
	resp.DataSourceData = service
	resp.EphemeralResourceData = service
}

func (p *probe) Resources(context.Context) []func() resource.Resource {
	all := []func() resource.Resource{
		newThing, newBig, newSecret, newIdentity, newUpgrade, newFault, newPlanDelete,
		func() resource.Resource { return newTimeouts(p.protocol) },
	}
	if p.protocol == 6 {
		all = append(all, newNested)
	}
	return all
}

func (p *probe) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{newThings}
}

func (p *probe) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{newToken}
}

func (p *probe) Functions(context.Context) []func() function.Function {
	return []func() function.Function{newJoinNames, newFailWith}
}
