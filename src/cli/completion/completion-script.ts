/**
 * The completion scripts for shells. They only translate between the shell and `coco __complete`, and contain no
 * commands, so that they stay valid when commands change.
 */
export const shells = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof shells)[number];

export function completionScript(shell: Shell): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell];
}

/**
 * Bash also splits words at `:` and `=`, and replaces only the last part with a candidate. The script joins the parts
 * again, and removes from each candidate what precedes the last part. It only uses features of Bash 3.2.
 */
const bashScript = shellText(String.raw`# Completion of coco in Bash. Add this to ~/.bashrc:
#     source <(coco completion bash)

_coco() {
  local coco=$1 rest=$COMP_LINE i word gap over part lead= current= at=0 index=0 isNew=
  local words=()
  [[ $(type -t -- "$coco") == file ]] || coco=coco
  for ((i = 0; i < @{#COMP_WORDS[@]}; i++)); do
    word=@{COMP_WORDS[i]}
    gap=@{rest%%[![:space:]]*}
    if [[ -z $word ]]; then
      # Nothing typed yet. Directly after a : or = it belongs to the previous word.
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
      # The shell expands variables and commands inside double quotes.
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

const fishScript = String.raw`# Completion of coco in fish. Add this to ~/.config/fish/config.fish:
#     coco completion fish | source
# or save it in the completions folder of fish:
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
# Completion of coco in Zsh. Save it in a folder of fpath and start a new shell:
#     coco completion zsh > "@{fpath[1]}/_coco"
# or add this to ~/.zshrc, after compinit:
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

/** Replaces `@{` with a dollar and a brace, which would start a template placeholder in the source. */
function shellText(script: string): string {
  return script.replaceAll("@{", "${");
}
