package cloud

import (
	"context"
	"os"
	"time"
)

// Wait returns when the file exists, when the time is over, or with an error when the context ends. Without a file and
// a time it waits for the context alone.
func Wait(ctx context.Context, file string, atMost time.Duration) error {
	var over <-chan time.Time
	if atMost > 0 {
		over = time.After(atMost)
	}
	ticker := time.NewTicker(10 * time.Millisecond)
	defer ticker.Stop()
	for {
		if file != "" {
			if _, err := os.Stat(file); err == nil {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-over:
			return nil
		case <-ticker.C:
		}
	}
}
