import { Process } from "@coconut/coconut/process";
import { Password } from "@coconut/coconut/random";
import { Site } from "./site.js";

const bakery = new Site("bakery", { title: "The Corner Bakery" });
const password = new Password("orders-password", { length: 16, special: false });

const server = new Process(
  "server",
  {
    command: ["node", "serve.mjs", bakery.path],
    port: "free",
    environment: { ORDERS_PASSWORD: password.result },
    health: { http: "/status.json" },
  },
  { dependsOn: bakery },
);

export const url = server.url;
export const ordersPassword = password.result;
