import { shellText } from "./shell-text.js";

export const zshScript = shellText(String.raw`#compdef coco
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
