package main

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"example.test/probe/cloud"
)

// moment is the place of a call where a fault happens: before or after its effect.
type moment struct {
	phase string
	after bool
}

func before(phase string) moment { return moment{phase, false} }
func after(phase string) moment  { return moment{phase, true} }

// fault is the fault that the attributes of a probe_fault ask for.
type fault struct {
	name string
	at   moment
}

// shortNames are faults that say in which phase they happen.
var shortNames = map[string]fault{
	"error_after_create": {"error", after("create")},
	"fail_update":        {"error", before("update")},
	"fail_delete":        {"error", before("delete")},
	"delete_panic":       {"panic", before("delete")},
	"read_error":         {"error", before("read")},
	"wrong_plan":         {"wrong_plan", before("plan")},
}

func faultOf(raw tftypes.Value) fault {
	name := stringAt(raw, "fault")
	if long, found := shortNames[name]; found {
		return long
	}
	afterEffect := false
	if value, known := attributeAt(raw, "after"); known {
		_ = value.As(&afterEffect)
	}
	return fault{name, moment{stringAt(raw, "on"), afterEffect}}
}

func (f fault) is(name string, at moment) bool { return f.name == name && f.at == at }

// misbehave does what `fault` asks for at this moment. Most faults are errors; some do not return.
func (r *faultResource) misbehave(ctx context.Context, at moment, raw tftypes.Value) diag.Diagnostics {
	given := faultOf(raw)
	if given.name == nullAfterApply && given.at.phase == at.phase && at.after {
		return diag.Diagnostics{diag.NewErrorDiagnostic(nullAfterApply, "")}
	}
	if given.at != at {
		return nil
	}
	switch given.name {
	case "panic":
		panic("probe_fault panics in " + at.phase)
	case "exit":
		os.Exit(3)
	case "error":
		return diag.Diagnostics{
			diag.NewAttributeErrorDiagnostic(path.Root("fault"), "Injected error", "The error of phase "+at.phase+"."),
		}
	case "warning":
		return diag.Diagnostics{
			diag.NewAttributeWarningDiagnostic(path.Root("fault"), "Injected warning", "The warning of phase "+at.phase+"."),
		}
	case "tell_error":
		return diag.Diagnostics{diag.NewErrorDiagnostic("Rejected "+r.told(raw), "The request was "+r.told(raw)+".")}
	case "tell_panic":
		panic("cannot handle " + r.told(raw))
	case "tell_log":
		tflog.Warn(ctx, "sent "+r.told(raw), map[string]any{"request": r.told(raw)})
		fmt.Fprintln(os.Stderr, "[WARN] sent", r.told(raw))
		return diag.Diagnostics{diag.NewWarningDiagnostic("Careless "+at.phase, r.told(raw))}
	case "print":
		printMuch(at.phase)
	case "slow":
		return problem("Interrupted "+at.phase, r.wait(ctx, raw))
	}
	return nil
}

// told returns the texts that a careless provider prints: its credentials, and the value of the object.
func (r *faultResource) told(raw tftypes.Value) string {
	return "token=" + r.cloud.Origin.Token + " value=" + stringAt(raw, "value")
}

// wait logs that it waits, so that a test can interrupt it then.
func (r *faultResource) wait(ctx context.Context, raw tftypes.Value) error {
	if err := r.cloud.Log("wait", r.typeName, stringAt(raw, "name")); err != nil {
		return err
	}
	milliseconds := &big.Float{}
	if value, known := attributeAt(raw, "wait_ms"); known {
		_ = value.As(&milliseconds)
	}
	ignoreStop := false
	if value, known := attributeAt(raw, "ignore_stop"); known {
		_ = value.As(&ignoreStop)
	}
	if ignoreStop {
		ctx = context.WithoutCancel(ctx)
	}
	count, _ := milliseconds.Int64()
	return cloud.Wait(ctx, stringAt(raw, "wait_for"), time.Duration(count)*time.Millisecond)
}

// printMuch prints about 2 MB, more than the buffers of pipes hold.
func printMuch(phase string) {
	line := strings.Repeat("x", 100)
	for number := range 10_000 {
		fmt.Fprintf(os.Stdout, "%s stdout %d %s\n", phase, number, line)
		fmt.Fprintf(os.Stderr, "%s stderr %d %s\n", phase, number, line)
	}
}
