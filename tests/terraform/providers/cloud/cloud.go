// Package cloud is the service behind the probe providers: a folder with one JSON file per object. Tests read the
// files, edit them (drift) and delete them (objects that are gone). `calls.log` has one line per call.
package cloud

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// Origin identifies the provider configuration that made or changed an object.
type Origin struct {
	Marker string `json:"marker"`
	Region string `json:"region"`
	Token  string `json:"token,omitempty"`
}

// Object is the content of one file, `<folder>/<type>/<id>.json`.
type Object struct {
	Made    Origin          `json:"made"`
	Updated *Origin         `json:"updated,omitempty"`
	State   json.RawMessage `json:"state"`
	// Password is the last value of a write-only attribute. It is never part of State.
	Password string `json:"password,omitempty"`
}

// Cloud is the service as one provider configuration sees it.
type Cloud struct {
	Folder string
	Origin Origin
}

// ErrExists means that a create found an object with the same id.
var ErrExists = errors.New("the object already exists")

// ErrGone means that an update or a delete found no object.
var ErrGone = errors.New("the object does not exist")

// NewID returns an id that no other object has.
func NewID() string {
	bytes := make([]byte, 8)
	_, _ = rand.Read(bytes)
	return hex.EncodeToString(bytes)
}

// Create stores a new object.
func (c *Cloud) Create(kind, id string, object Object) error {
	if _, err := os.Stat(c.file(kind, id)); err == nil {
		return ErrExists
	}
	object.Made = c.Origin
	if err := c.write(kind, id, object); err != nil {
		return err
	}
	return c.Log("create", kind, id)
}

// Read returns nil if the object does not exist.
func (c *Cloud) Read(kind, id string) (*Object, error) {
	if err := c.Log("read", kind, id); err != nil {
		return nil, err
	}
	return c.load(kind, id)
}

// Update replaces the state of an object. It keeps the origin, and the password unless there is a new one.
func (c *Cloud) Update(kind, id string, object Object) error {
	old, err := c.load(kind, id)
	if err != nil {
		return err
	}
	if old == nil {
		return ErrGone
	}
	object.Made = old.Made
	object.Updated = &c.Origin
	if object.Password == "" {
		object.Password = old.Password
	}
	if err := c.write(kind, id, object); err != nil {
		return err
	}
	return c.Log("update", kind, id)
}

// Delete removes an object.
func (c *Cloud) Delete(kind, id string) error {
	err := os.Remove(c.file(kind, id))
	if errors.Is(err, fs.ErrNotExist) {
		return ErrGone
	}
	if err != nil {
		return err
	}
	return c.Log("delete", kind, id)
}

// List returns all objects of a type, ordered by id.
func (c *Cloud) List(kind string) ([]Object, error) {
	if err := c.Log("list", kind, "-"); err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(c.Folder, kind, "*.json"))
	if err != nil {
		return nil, err
	}
	sort.Strings(files)
	objects := []Object{}
	for _, file := range files {
		id, err := url.PathUnescape(strings.TrimSuffix(filepath.Base(file), ".json"))
		if err != nil {
			return nil, err
		}
		object, err := c.load(kind, id)
		if err != nil {
			return nil, err
		}
		if object != nil {
			objects = append(objects, *object)
		}
	}
	return objects, nil
}

// Log appends one line to calls.log. Lines of concurrent processes do not mix.
func (c *Cloud) Log(action, kind, id string) error {
	file, err := os.OpenFile(filepath.Join(c.Folder, "calls.log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, "%s %s %s\n", action, kind, id)
	return errors.Join(err, file.Close())
}

func (c *Cloud) file(kind, id string) string {
	return filepath.Join(c.Folder, kind, url.PathEscape(id)+".json")
}

func (c *Cloud) load(kind, id string) (*Object, error) {
	text, err := os.ReadFile(c.file(kind, id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	object := &Object{}
	return object, json.Unmarshal(text, object)
}

// write replaces the file atomically, so that tests never read half of it.
func (c *Cloud) write(kind, id string, object Object) error {
	text, err := json.MarshalIndent(object, "", "  ")
	if err != nil {
		return err
	}
	file := c.file(kind, id)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	temporary := file + "." + NewID()
	if err := os.WriteFile(temporary, append(text, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(temporary, file)
}
