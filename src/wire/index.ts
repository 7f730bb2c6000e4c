/**
 * gRPC over `node:http2`: a client and a server for unary and server-streaming methods. Requests and responses are bytes,
 * which callers encode and decode.
 *
 * Effects. Imports: nothing. Never repeats a call, never compresses, never uses TLS, and knows no service or message.
 */

export type { GrpcTarget } from "./client-connection.js";
export { connectGrpc, type ClientOptions, type GrpcClient } from "./connect-grpc.js";
export { GrpcError } from "./grpc-error.js";
export { GrpcStatus, grpcStatusName } from "./grpc-status.js";
export { serveGrpc, type GrpcServer, type ServerOptions } from "./serve-grpc.js";
export type { GrpcHandler, IncomingCall } from "./server-call.js";
