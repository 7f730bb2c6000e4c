import * as coconut from "@coconut/coconut";
import { Directory, File } from "@coconut/coconut/local";
import { Password } from "@coconut/coconut/random";

/** What a customer gets: a folder with a greeting, and a password of their own. */
export function environment(customer: string, greeting: string) {
  const folder = new Directory("folder", { path: `out/${customer}` });
  const password = new Password("password", { length: 20 });
  new File("greeting", {
    path: coconut.interpolate`${folder.path}/greeting.txt`,
    content: `${greeting}, ${customer}.\n`,
  });
  new File("credentials", {
    path: coconut.interpolate`${folder.path}/credentials`,
    content: coconut.interpolate`${customer}:${password.result}\n`,
    mode: "0600",
  });
  return { folder: folder.path, password: password.result };
}
