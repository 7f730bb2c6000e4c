/**
 * The scripts that shells load. They know how a shell says what was typed and takes what it could be, and nothing of
 * the commands: so they do not grow old.
 */
export const shells = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof shells)[number];

export function completionScript(shell: Shell): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell];
}

/**
 * Bash takes words apart at `:` and `=` too, and puts a candidate in the place of the last part only. So the script puts
 * words together again that stand together, and takes from every candidate what stands before the last part. It keeps
 * to what Bash 3.2 has.
 */
const bashScript = shellText(String.raw`# Completes coco in Bash. Put this into ~/.bashrc:
#     source <(coco completion bash)

_coco() {
  local coco=$1 rest=$COMP_LINE i word gap over part lead= current= at=0 index=0 isNew=
  local words=()
  [[ $(type -t -- "$coco") == file ]] || coco=coco
  for ((i = 0; i < @{#COMP_WORDS[@]}; i++)); do
    word=@{COMP_WORDS[i]}
    gap=@{rest%%[![:space:]]*}
    if [[ -z $word ]]; then
      # Nothing was typed here yet; directly behind a : or = it belongs to the word before.
      if ((i == 0)) || [[ @{COMP_LINE:COMP_POINT-1:1} == [[:space:]] ]]; then
        words+=("")
        isNew=1
      fi
      part=
    else
      rest=@{rest#"$gap"}
      rest=@{rest#"$word"}
      if ((i == 0)) || [[ -n $gap || -n $isNew ]]; then
        words+=("")
      fi
      isNew=
      over=$((@{#COMP_LINE} - @{#rest} - COMP_POINT))
      part=$word
      ((over > 0 && over <= @{#word})) && part=@{word:0:@{#word}-over}
    fi
    at=$((@{#words[@]} - 1))
    if ((i == COMP_CWORD)); then
      lead=@{words[at]}
      [[ -z @{part//[:=]/} ]] && lead+=$part
      current=@{words[at]}$part
      index=$at
    fi
    words[at]+=$word
  done
  words[index]=$current
  local more= line value
  COMPREPLY=()
  while IFS= read -r line; do
    value=@{line%%$'\t'*}
    if [[ -z $more ]]; then
      more=$value
    elif [[ $current == \'* ]]; then
      value=@{value//\'/\'\\\'\'}
      COMPREPLY+=("$value")
    elif [[ $current == \"* ]]; then
      # Between these the shell would still run what a name has in it.
      value=@{value//\\/\\\\}
      value=@{value//\"/\\\"}
      value=@{value//\$/\\\$}
      value=@{value//\`/\\\`}
      COMPREPLY+=("$value")
    else
      printf -v value %q "$value"
      COMPREPLY+=("@{value#"$lead"}")
    fi
  done < <("$coco" __complete $((index - 1)) "@{words[@]:1}" 2>/dev/null)
  case $more in
    files) compopt -o default 2>/dev/null ;;
    folders) compopt -o dirnames 2>/dev/null ;;
  esac
}

complete -F _coco coco
`);

const fishScript = String.raw`# Completes coco in fish. Put this into ~/.config/fish/config.fish:
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

const zshScript = shellText(String.raw`#compdef coco
# Completes coco in Zsh. Put it where Zsh looks for completions, and start a new shell:
#     coco completion zsh > "@{fpath[1]}/_coco"
# or put this into ~/.zshrc, behind compinit:
#     source <(coco completion zsh)

_coco() {
  local coco=@{(Q)words[1]} more line value
  local -a reply described
  whence -p -- $coco >/dev/null || coco=coco
  reply=("@{(@f)$($coco __complete $((CURRENT - 2)) "@{(@)words[2,CURRENT-1]}" "$PREFIX" "@{(@)words[CURRENT+1,-1]}" 2>/dev/null)}")
  more=$reply[1]
  for line in "@{(@)reply[2,-1]}"; do
    [[ -n $line ]] || continue
    value=@{line%%$'\t'*}
    value=@{value//\\/\\\\}
    described+=("@{value//:/\\:}:@{line#*$'\t'}")
  done
  local found=1
  (( $#described )) && _describe -t coco coco described && found=0
  [[ $PREFIX == --*=* ]] && compset -P '*='
  case $more in
    files) _files && found=0 ;;
    folders) _path_files -/ && found=0 ;;
  esac
  return found
}

if [[ $funcstack[1] == _coco ]]; then
  _coco "$@"
else
  compdef _coco coco
fi
`);

/** The text of a script, in which `@{` stands for a dollar and a brace: those would begin a value of ours. */
function shellText(script: string): string {
  return script.replaceAll("@{", "${");
}
