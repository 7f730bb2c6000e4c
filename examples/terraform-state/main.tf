terraform {
  required_providers {
    local = {
      source  = "example.com/hashicorp/local"
      version = "~> 2.5"
    }
    time = {
      source  = "example.com/hashicorp/time"
      version = "~> 0.14"
    }
  }
}

variable "lifetimes" {
  type    = map(number)
  default = { api = 30, web = 90 }
}

resource "time_static" "issued" {
  rfc3339 = "2026-11-18T12:00:00Z"
}

resource "time_offset" "renewal" {
  for_each     = var.lifetimes
  base_rfc3339 = time_static.issued.rfc3339
  offset_days  = each.value
}

resource "local_file" "notice" {
  filename        = "notice.txt"
  content         = "Renew the certificate of web before ${time_offset.renewal["web"].rfc3339}.\n"
  file_permission = "0644"
}

output "renew_before" {
  value = time_offset.renewal["web"].rfc3339
}
