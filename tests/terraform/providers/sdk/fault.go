package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

	"example.test/probe/cloud"
)

const faultType = "probesdk_fault"

// fault misbehaves as its attributes say. The phases are plan, create, read, update and delete. An update that fails
// before its effect returns the planned values, because the SDK has them in its state by then.
func fault() *schema.Resource {
	resource := stored(faultType, &schema.Resource{
		Schema: map[string]*schema.Schema{
			"name":  {Type: schema.TypeString, Required: true},
			"value": {Type: schema.TypeString, Optional: true},
			"fault": {
				Type: schema.TypeString, Optional: true, Description: "panic, exit, error, warning, print, slow or empty_id.",
			},
			"on":        {Type: schema.TypeString, Optional: true, Default: "create", Description: "The phase."},
			"after":     {Type: schema.TypeBool, Optional: true, Description: "Create, update or delete the object first."},
			"wait_ms":   {Type: schema.TypeInt, Optional: true, Description: "For slow: wait at most this long."},
			"wait_for":  {Type: schema.TypeString, Optional: true, Description: "For slow: wait until this file exists."},
			"obey_stop": {Type: schema.TypeBool, Optional: true, Description: "For slow: end when the provider is stopped."},
		},
	}, nil)
	resource.CreateContext = faulty("create", resource.CreateContext)
	resource.ReadContext = faulty("read", resource.ReadContext)
	resource.UpdateContext = faulty("update", resource.UpdateContext)
	resource.DeleteContext = faulty("delete", resource.DeleteContext)
	resource.CustomizeDiff = func(ctx context.Context, d *schema.ResourceDiff, meta any) error {
		if service, isConfigured := meta.(*cloud.Cloud); isConfigured && d.Get("on") == "plan" {
			for _, problem := range misbehave(ctx, "plan", d.Get, service) {
				return fmt.Errorf("%s", problem.Summary)
			}
		}
		return nil
	}
	return resource
}

type effect = func(ctx context.Context, d *schema.ResourceData, meta any) diag.Diagnostics

// faulty adds the fault of a phase, before or after the effect.
func faulty(phase string, inner effect) effect {
	return func(ctx context.Context, d *schema.ResourceData, meta any) diag.Diagnostics {
		service := meta.(*cloud.Cloud)
		isNow := d.Get("on") == phase
		if isNow && !d.Get("after").(bool) {
			problems := misbehave(ctx, phase, d.Get, service)
			if problems.HasError() {
				return problems
			}
			return append(problems, inner(ctx, d, meta)...)
		}
		problems := inner(ctx, d, meta)
		if isNow && !problems.HasError() {
			problems = append(problems, misbehave(ctx, phase, d.Get, service)...)
			if d.Get("fault") == "empty_id" {
				d.SetId("")
			}
		}
		return problems
	}
}

// misbehave does what `fault` asks for. Some faults do not return.
func misbehave(ctx context.Context, phase string, get func(string) any, service *cloud.Cloud) diag.Diagnostics {
	switch get("fault") {
	case "panic":
		panic(faultType + " panics in " + phase)
	case "exit":
		os.Exit(3)
	case "error":
		return diag.Errorf("the error of phase %s", phase)
	case "warning":
		return diag.Diagnostics{{Severity: diag.Warning, Summary: "the warning of phase " + phase}}
	case "print":
		line := strings.Repeat("x", 100)
		for number := range 10_000 {
			fmt.Fprintf(os.Stdout, "%s stdout %d %s\n", phase, number, line)
			fmt.Fprintf(os.Stderr, "%s stderr %d %s\n", phase, number, line)
		}
	case "slow":
		return diag.FromErr(wait(ctx, get, service))
	}
	return nil
}

// wait logs that it waits, so that a test can interrupt it then. Most SDK providers ignore that they are stopped.
func wait(ctx context.Context, get func(string) any, service *cloud.Cloud) error {
	if err := service.Log("wait", faultType, get("name").(string)); err != nil {
		return err
	}
	if !get("obey_stop").(bool) {
		ctx = context.WithoutCancel(ctx)
	}
	return cloud.Wait(ctx, get("wait_for").(string), time.Duration(get("wait_ms").(int))*time.Millisecond)
}
