/** The status codes of gRPC. */
export const GrpcStatus = {
  Ok: 0,
  Canceled: 1,
  Unknown: 2,
  InvalidArgument: 3,
  DeadlineExceeded: 4,
  NotFound: 5,
  AlreadyExists: 6,
  PermissionDenied: 7,
  ResourceExhausted: 8,
  FailedPrecondition: 9,
  Aborted: 10,
  OutOfRange: 11,
  Unimplemented: 12,
  Internal: 13,
  Unavailable: 14,
  DataLoss: 15,
  Unauthenticated: 16,
} as const;

export type GrpcStatus = (typeof GrpcStatus)[keyof typeof GrpcStatus];

/** Returns the name of a status code, such as `Unavailable`. */
export function grpcStatusName(code: GrpcStatus): string {
  return names[code] as string;
}

/** Reads a `grpc-status` header. A code that gRPC does not define is `Unknown`. */
export function parseGrpcStatus(text: string): GrpcStatus {
  const code = /^\d{1,2}$/.test(text) ? Number(text) : -1;
  return code in names ? (code as GrpcStatus) : GrpcStatus.Unknown;
}

/** Returns the status of a response that has no `grpc-status`, by its HTTP status. */
export function statusOfHttp(httpStatus: number): GrpcStatus {
  return byHttpStatus[httpStatus] ?? GrpcStatus.Unknown;
}

/** Returns the status of a call that the peer ended with RST_STREAM, by its HTTP/2 error code. */
export function statusOfReset(errorCode: number): GrpcStatus {
  return byErrorCode[errorCode] ?? GrpcStatus.Internal;
}

const names = Object.keys(GrpcStatus);

const byHttpStatus: { readonly [status: number]: GrpcStatus } = {
  400: GrpcStatus.Internal,
  401: GrpcStatus.Unauthenticated,
  403: GrpcStatus.PermissionDenied,
  404: GrpcStatus.Unimplemented,
  429: GrpcStatus.Unavailable,
  502: GrpcStatus.Unavailable,
  503: GrpcStatus.Unavailable,
  504: GrpcStatus.Unavailable,
};

const byErrorCode: { readonly [errorCode: number]: GrpcStatus } = {
  // REFUSED_STREAM
  7: GrpcStatus.Unavailable,
  // CANCEL
  8: GrpcStatus.Canceled,
  // ENHANCE_YOUR_CALM
  11: GrpcStatus.ResourceExhausted,
  // INADEQUATE_SECURITY
  12: GrpcStatus.PermissionDenied,
};
