import { shellText } from "./shell-text.js";

/**
 * Bash takes words apart at `:` and `=` too, and puts a candidate in the place of the last part only. So the script puts
 * words together again that stand together, and takes from every candidate what stands before the last part. It keeps
 * to what Bash 3.2 has.
 */
export const bashScript = shellText(String.raw`# Completes coco in Bash. Put this into ~/.bashrc:
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
