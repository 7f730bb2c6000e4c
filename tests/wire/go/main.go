// Command wire-peer is a grpc-go server and client for the tests of src/wire. Messages are plain bytes.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"
)

const maxMessage = 512 << 20

// rawCodec passes messages through as they are.
type rawCodec struct{}

func (rawCodec) Marshal(value any) (mem.BufferSlice, error) {
	return mem.BufferSlice{mem.SliceBuffer(*value.(*[]byte))}, nil
}

func (rawCodec) Unmarshal(data mem.BufferSlice, value any) error {
	*value.(*[]byte) = data.Materialize()
	return nil
}

func (rawCodec) Name() string { return "raw" }

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: wire-peer serve <socket> [max-streams] | wire-peer call <socket>")
		os.Exit(2)
	}
	if os.Args[1] == "serve" {
		serve(os.Args[2], os.Args[3:])
	} else {
		call(os.Args[2])
	}
}

func serve(path string, options []string) {
	listener, err := net.Listen("unix", path)
	if err != nil {
		panic(err)
	}
	maxStreams := uint64(0)
	if len(options) > 0 {
		maxStreams, _ = strconv.ParseUint(options[0], 10, 32)
	}
	var server *grpc.Server
	server = grpc.NewServer(
		grpc.ForceServerCodecV2(rawCodec{}),
		grpc.MaxRecvMsgSize(maxMessage),
		grpc.MaxSendMsgSize(maxMessage),
		grpc.MaxConcurrentStreams(uint32(maxStreams)),
		grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error {
			return answer(server, stream)
		}),
	)
	fmt.Println("ready")
	if err := server.Serve(listener); err != nil {
		panic(err)
	}
}

func answer(server *grpc.Server, stream grpc.ServerStream) error {
	method, _ := grpc.MethodFromServerStream(stream)
	var request []byte
	if method != "/test.Peer/RejectUnread" {
		if err := stream.RecvMsg(&request); err != nil {
			return err
		}
	}
	send := func(message []byte) error { return stream.SendMsg(&message) }
	switch method {
	case "/test.Peer/Echo":
		return send(request)
	case "/test.Peer/Size":
		size, _ := strconv.Atoi(string(request))
		return send(make([]byte, size))
	case "/test.Peer/Count":
		count, _ := strconv.Atoi(string(request))
		for index := 0; index < count; index++ {
			if err := send([]byte(strconv.Itoa(index))); err != nil {
				return err
			}
		}
		return nil
	case "/test.Peer/Flood":
		size, _ := strconv.Atoi(string(request))
		for {
			if err := send(make([]byte, size)); err != nil {
				return err
			}
		}
	case "/test.Peer/Fail":
		stream.SetTrailer(metadata.Pairs("reason", "because"))
		failure := status.New(codes.FailedPrecondition, "100 % füll\n"+string(request))
		failure, _ = failure.WithDetails(durationpb.New(7 * time.Second))
		return failure.Err()
	case "/test.Peer/FailLong":
		size, _ := strconv.Atoi(string(request))
		return status.Error(codes.Aborted, strings.Repeat("x", size))
	case "/test.Peer/RejectUnread":
		return status.Error(codes.NotFound, "not read")
	case "/test.Peer/Metadata":
		incoming, _ := metadata.FromIncomingContext(stream.Context())
		return send([]byte(strings.Join(incoming.Get("name"), ",")))
	case "/test.Peer/Wait":
		if err := send([]byte("waiting")); err != nil {
			return err
		}
		<-stream.Context().Done()
		fmt.Println("ended", stream.Context().Err())
		return status.FromContextError(stream.Context().Err()).Err()
	case "/test.Peer/Deadline":
		deadline, has := stream.Context().Deadline()
		return send([]byte(fmt.Sprint(has, " ", time.Until(deadline) > 0)))
	case "/test.Peer/Exit":
		os.Exit(3)
	case "/test.Peer/Stop":
		server.Stop()
		return nil
	case "/test.Peer/GracefulStop":
		go server.GracefulStop()
		time.Sleep(50 * time.Millisecond)
		return send([]byte("last"))
	}
	return status.Error(codes.Unimplemented, "unknown method "+method)
}

// result is what one call of the client came to.
type result struct {
	Method   string
	Code     string
	Message  string
	Answers  []string
	Details  string
	Trailers metadata.MD
}

// call reads one JSON request for each line of stdin, and prints its result.
func call(path string) {
	connection, err := grpc.NewClient("unix:"+path,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.ForceCodecV2(rawCodec{}), grpc.MaxCallRecvMsgSize(maxMessage), grpc.MaxCallSendMsgSize(maxMessage)))
	if err != nil {
		panic(err)
	}
	lines := json.NewDecoder(os.Stdin)
	for {
		var request struct {
			Method      string
			Body        string
			Size        int
			TimeoutMs   int
			CancelAfter int
			Repeat      int
		}
		if err := lines.Decode(&request); err != nil {
			return
		}
		body := []byte(request.Body)
		if request.Size > 0 {
			body = make([]byte, request.Size)
		}
		results := make(chan result)
		for index := 0; index <= request.Repeat; index++ {
			go func() {
				results <- invoke(connection, request.Method, body, request.TimeoutMs, request.CancelAfter)
			}()
		}
		for index := 0; index <= request.Repeat; index++ {
			text, _ := json.Marshal(<-results)
			fmt.Println(string(text))
		}
	}
}

func invoke(connection *grpc.ClientConn, method string, body []byte, timeoutMs, cancelAfter int) result {
	ctx, cancel := context.WithCancel(metadata.AppendToOutgoingContext(context.Background(), "name", "value"))
	defer cancel()
	if timeoutMs > 0 {
		ctx, cancel = context.WithTimeout(ctx, time.Duration(timeoutMs)*time.Millisecond)
		defer cancel()
	}
	outcome := result{Method: method}
	stream, err := connection.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true}, method)
	if err == nil {
		err = stream.SendMsg(&body)
	}
	if err == nil || errors.Is(err, io.EOF) {
		stream.CloseSend()
		for {
			var message []byte
			if err = stream.RecvMsg(&message); err != nil {
				break
			}
			text := string(message)
			if len(text) > 100 {
				text = fmt.Sprint(len(text), " bytes")
			}
			outcome.Answers = append(outcome.Answers, text)
			if len(outcome.Answers) == cancelAfter {
				cancel()
			}
		}
		outcome.Trailers = stream.Trailer()
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	outcome.Code = status.Code(err).String()
	outcome.Message = status.Convert(err).Message()
	for _, detail := range status.Convert(err).Details() {
		outcome.Details += fmt.Sprintf("%T", detail)
	}
	return outcome
}
