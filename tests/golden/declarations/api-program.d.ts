import * as coconut from "@coconut/coconut";
export declare const greeting: coconut.CustomResource & {
    readonly path: coconut.Output<string>;
    readonly content: coconut.Output<string>;
    readonly mode: coconut.Output<number>;
    readonly token: coconut.Output<string | undefined>;
    readonly owner: coconut.Output<{
        user: string;
        groups: string[];
    } | undefined>;
    readonly size: coconut.Output<number>;
    readonly sha256: coconut.Output<string>;
    readonly lastSeen: coconut.Output<string>;
};
export declare const path: coconut.Output<string>;
export declare const user: coconut.Output<string>;
export declare const old: coconut.CustomResource & {
    readonly path: coconut.Output<string>;
    readonly content: coconut.Output<string>;
    readonly mode: coconut.Output<number>;
    readonly token: coconut.Output<string | undefined>;
    readonly owner: coconut.Output<{
        user: string;
        groups: string[];
    } | undefined>;
    readonly size: coconut.Output<number>;
    readonly sha256: coconut.Output<string>;
    readonly lastSeen: coconut.Output<string>;
};
