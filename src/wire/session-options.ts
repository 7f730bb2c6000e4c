import type { Http2Session } from "node:http2";

/** The options of every HTTP/2 session, of clients and servers. */
export const sessionOptions = {
  settings: {
    enablePush: false,
    initialWindowSize: 4 * 1024 * 1024,
    // A peer that knows it does not send a longer header. Node stops without any event when it receives one.
    maxHeaderListSize: 65_535,
  },
  // In megabytes. Node rejects new streams above it, and its default of 10 is less than one large message.
  maxSessionMemory: 1_000_000,
};

/** Enlarges the flow control window that all streams of a connection share. */
export function widenWindow(session: Http2Session): void {
  if (!session.destroyed) session.setLocalWindowSize(64 * 1024 * 1024);
}
