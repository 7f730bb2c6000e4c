import { Process } from "@coconut/coconut/process";

const service = new Process("service", {
  command: ["node", "--import", "@coconut/coconut/register", "serve.ts"],
  port: "free",
  health: { http: "/boards" },
});

export const url = service.url;
