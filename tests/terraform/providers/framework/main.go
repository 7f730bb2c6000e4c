// The probe provider on terraform-plugin-framework. It speaks protocol 6, or protocol 5 if PROBE_PROTOCOL is 5.
package main

import (
	"log"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tfprotov5/tf5server"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
)

const address = "example.test/coconut/probe"

func main() {
	var err error
	if os.Getenv("PROBE_PROTOCOL") == "5" {
		serve := providerserver.NewProtocol5(&probe{protocol: 5})
		err = tf5server.Serve(address, func() tfprotov5.ProviderServer { return nullingServer5{serve()} })
	} else {
		serve := providerserver.NewProtocol6(&probe{protocol: 6})
		err = tf6server.Serve(address, func() tfprotov6.ProviderServer { return nullingServer6{serve()} })
	}
	if err != nil {
		log.Fatal(err)
	}
}
