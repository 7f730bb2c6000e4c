/** The world of this example: files in memory. */
export declare class Disk {
    #private;
    readonly root: string;
    constructor(root: string);
    write(file: {
        readonly path: string;
        readonly content: string;
    }, key?: string): Promise<Stat>;
    stat(path: string): Promise<Stat | null>;
    open(path: string): Promise<{
        readonly content: string;
        readonly stat: Stat;
    } | null>;
    writtenWith(key: string): Promise<readonly (readonly [path: string, stat: Stat])[]>;
    remove(path: string): Promise<void>;
}
export interface Stat {
    readonly size: number;
    readonly sha256: string;
    readonly lastSeen: string;
}
export declare const disk: import("@coconut/coconut/provider").Provider<{
    readonly root: string;
}, Disk>;
export declare const File: import("@coconut/coconut/provider").ResourceType<{
    path: import("@coconut/coconut/provider").Input<string>;
    content: import("@coconut/coconut/provider").Input<string>;
    mode?: import("@coconut/coconut/provider").Input<number | undefined>;
    token?: import("@coconut/coconut/provider").Input<string | undefined>;
    owner?: import("@coconut/coconut/provider").Input<{
        user: import("@coconut/coconut/provider").Input<string>;
        groups: import("@coconut/coconut/provider").Input<import("@coconut/coconut/provider").Input<string>[]>;
    } | undefined>;
}, {
    readonly path: import("@coconut/coconut/provider").Output<string>;
    readonly content: import("@coconut/coconut/provider").Output<string>;
    readonly mode: import("@coconut/coconut/provider").Output<number>;
    readonly token: import("@coconut/coconut/provider").Output<string | undefined>;
    readonly owner: import("@coconut/coconut/provider").Output<{
        user: string;
        groups: string[];
    } | undefined>;
    readonly size: import("@coconut/coconut/provider").Output<number>;
    readonly sha256: import("@coconut/coconut/provider").Output<string>;
    readonly lastSeen: import("@coconut/coconut/provider").Output<string>;
}>;
export declare const stat: import("@coconut/coconut/provider").ProviderFunction<{
    path: import("@coconut/coconut/provider").Input<string>;
}, {
    readonly size: number;
}>;
export declare const Pet: import("@coconut/coconut/provider").ResourceType<{
    words?: import("@coconut/coconut/provider").Input<number | undefined>;
}, {
    readonly words: import("@coconut/coconut/provider").Output<number>;
    readonly name: import("@coconut/coconut/provider").Output<string>;
}>;
