export const fishScript = String.raw`# Completes coco in fish. Put this into ~/.config/fish/config.fish:
#     coco completion fish | source
# or keep it where fish looks for completions:
#     coco completion fish > ~/.config/fish/completions/coco.fish

function __coco_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l after (commandline -op)
    set -e after[1..(count $before)]
    test -n "$current"; and set -e after[1]
    set -e before[1]
    set -l reply (command coco __complete (count $before) $before "$current" $after 2>/dev/null)
    string join \n -- $reply[2..-1]
    set -l lead (string match -r '^--[^=]+=' -- $current)
    set -l path (string replace -r '^--[^=]+=' '' -- $current)
    switch "$reply[1]"
        case files
            for each in (__fish_complete_path "$path")
                echo -- "$lead$each"
            end
        case folders
            for each in (__fish_complete_directories "$path" '')
                echo -- "$lead$each"
            end
    end
end

complete -c coco -e
complete -c coco -f -a '(__coco_complete)'
`;
