package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// nullAfterApply is the summary of an error that the servers below replace by a null state without any error. The
// framework itself never answers that.
const nullAfterApply = "null_after_apply"

var nullMsgpack = []byte{0xc0}

type nullingServer6 struct{ tfprotov6.ProviderServer }

func (s nullingServer6) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	resp, err := s.ProviderServer.ApplyResourceChange(ctx, req)
	if err == nil && len(resp.Diagnostics) > 0 && resp.Diagnostics[0].Summary == nullAfterApply {
		resp.Diagnostics = nil
		resp.NewState = &tfprotov6.DynamicValue{MsgPack: nullMsgpack}
	}
	return resp, err
}

type nullingServer5 struct{ tfprotov5.ProviderServer }

func (s nullingServer5) ApplyResourceChange(ctx context.Context, req *tfprotov5.ApplyResourceChangeRequest) (*tfprotov5.ApplyResourceChangeResponse, error) {
	resp, err := s.ProviderServer.ApplyResourceChange(ctx, req)
	if err == nil && len(resp.Diagnostics) > 0 && resp.Diagnostics[0].Summary == nullAfterApply {
		resp.Diagnostics = nil
		resp.NewState = &tfprotov5.DynamicValue{MsgPack: nullMsgpack}
	}
	return resp, err
}
