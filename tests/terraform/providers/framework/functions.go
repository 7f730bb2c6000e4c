package main

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/function"
)

// joinNames is join_names(separator, names...).
type joinNames struct{}

func newJoinNames() function.Function { return joinNames{} }

func (joinNames) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "join_names"
}

func (joinNames) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:           "Join names",
		Parameters:        []function.Parameter{function.StringParameter{Name: "separator"}},
		VariadicParameter: function.StringParameter{Name: "names"},
		Return:            function.StringReturn{},
	}
}

func (joinNames) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var separator string
	var names []string
	resp.Error = function.ConcatFuncErrors(resp.Error, req.Arguments.Get(ctx, &separator, &names))
	resp.Error = function.ConcatFuncErrors(resp.Error, resp.Result.Set(ctx, strings.Join(names, separator)))
}

// failWith is fail_with(message, argument): it always fails. An argument of 0 or more is the index of the argument
// that the error names.
type failWith struct{}

func newFailWith() function.Function { return failWith{} }

func (failWith) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "fail_with"
}

func (failWith) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Fail",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "message", AllowNullValue: true},
			function.Int64Parameter{Name: "argument"},
		},
		Return: function.StringReturn{},
	}
}

func (failWith) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var message *string
	var argument int64
	resp.Error = function.ConcatFuncErrors(resp.Error, req.Arguments.Get(ctx, &message, &argument))
	text := "no message"
	if message != nil {
		text = *message
	}
	if argument < 0 {
		resp.Error = function.ConcatFuncErrors(resp.Error, function.NewFuncError(text))
	} else {
		resp.Error = function.ConcatFuncErrors(resp.Error, function.NewArgumentFuncError(argument, text))
	}
}
