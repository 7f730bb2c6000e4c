import { Process } from "@coconut/coconut/process";
import { service } from "./service.js";

export const { url } = service({ Server: Process });
