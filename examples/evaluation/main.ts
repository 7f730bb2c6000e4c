import * as coconut from "@coconut/coconut";

class Pet extends coconut.CustomResource {
  constructor(name: string, args: { words: coconut.Input<number> }) {
    super("random:index:Pet", name, args);
  }
}

class File extends coconut.CustomResource {
  readonly path!: coconut.Output<string>;
  readonly size!: coconut.Output<number>;

  constructor(name: string, args: { path: coconut.Input<string>; content: coconut.Input<string> }) {
    super("local:index:File", name, args);
  }
}

/** A pet name, and a file that is called after it. */
export default function program() {
  const config = new coconut.Config();
  const pet = new Pet("name", { words: 2 });
  const greeting = new File("greeting", {
    path: coconut.interpolate`out/${pet.id}.txt`,
    content: coconut.interpolate`${config.require("message")} The password is ${config.requireSecret("password")}.`,
  });
  return { path: greeting.path, bytes: greeting.size, pet: pet.id };
}
