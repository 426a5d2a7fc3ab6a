package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/app/models"
	"ibid/build"
	"ibid/store/storetest"
)

// The embedder reads 512 tokens, of which two are its own marks, and cuts what is longer without a word. Passages are measured by an
// estimate: whatever the script, none is longer with its title and heading and the embedder's prefix.
func TestNoPassageIsCutByTheEmbedder(t *testing.T) {
	dir := t.TempDir()
	if err := models.Unpack(build.Assets(), dir); err != nil {
		t.Skip("the models are not set up: run make setup")
	}
	local := models.NewLocal(models.LocalOptions{Dir: dir})
	defer local.Close()
	files := map[string]string{}
	for name, part := range map[string]string{
		"english": "Memory fades unless it is used again, as everybody knows who has ever sat an exam. ", "greek": "Οι αναμνήσεις ξεθωριάζουν αν δεν χρησιμοποιηθούν ξανά. ",
		"thai": "ความจำจะเลือนหายไปหากไม่ได้ใช้อีก ", "tamil": "நினைவுகள் மீண்டும் பயன்படுத்தப்படாவிட்டால் மங்கிவிடும். ", "amharic": "ትውስታዎች እንደገና ካልተጠቀሙባቸው ይደበዝዛሉ። ",
		"georgian": "მოგონებები ქრება, თუ ხელახლა არ გამოიყენება. ", "chinese": "如果不再使用，记忆就会消退。", "japanese": "記憶は使わなければ薄れていきます。", "korean": "기억은 다시 사용하지 않으면 희미해진다. ",
		"burmese": "မှတ်ဉာဏ်များသည် ပြန်လည်အသုံးမပြုပါက မှေးမှိန်သွားသည်။ ", "khmer": "ការចងចាំនឹងរសាយទៅ ប្រសិនបើមិនប្រើម្តងទៀត។ ", "cherokee": "ᎠᏂᏴᏫᏯ ᎠᏅᏓᏗᏍᏗ ᎤᏲᏨᎯ. ", "runes": "ᚠᛇᚻ ᛒᛦᚦ ᚠᚱᚩᚠᚢᚱ ᚠᛁᚱᚪ ᚷᛖᚻᚹᛦᛚᚳᚢᛗ ",
		"digits": "3.14159265358979 2.71828182845904 1.61803398874989 ", "letters": "xqzjvk wqxzpf kjqxvz zzxqjw vwxqkz ", "base64": "aGVsbG8gd29ybGQhIHRoaXMgaXMgYmFzZTY0IHRleHQ ", "acids": "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQAPILSRVGDGT ", "hex": "9f86d081884c7d65 9a2feaa0c55ad015 ", "signs": "∀x∈ℝ: ∃ε>0 ⇒ |f(x)−g(x)|≤ε ∧ ∑ᵢ xᵢ² ≠ ∅; ",
		"emoji": "🧠💤📚🔁 👩‍🔬🏳️‍🌈 ", "code": "if(a[i]!=b[j]&&!(c^d)){x->y=*z++;}\n", "accents": "ḥāfiẓa ṣawt ʿilm ǧāmiʿa ẓuhr ", "hebrew": "זיכרונות דוהים אם לא משתמשים בהם שוב. ", "hindi": "यदि दोबारा उपयोग न किया जाए तो यादें धुंधली हो जाती हैं। ",
	} {
		heading, _, _ := strings.Cut(part, ",")
		files[name+".md"] = "# " + heading + "\n\n" + strings.Repeat(part, 12000/len(part))
		files[name+".txt"] = strings.Repeat(strings.ReplaceAll(part, " ", ""), 9000/len(part)) // no blank at all
	}
	a := open(t, Options{})
	add(t, a, course(t, files), "Scripts")
	if root := os.Getenv("IBID_SHARED"); root != "" {
		add(t, a, filepath.Join(root, "corpora", "parsers", "text"), "Texts")
	}
	room := 512 - 2 - local.CountTokens("passage: ")
	modules, err := a.store.Modules(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	passages, longest := 0, 0
	for _, m := range modules {
		docs, err := a.store.Documents(t.Context(), m.RowID)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range docs {
			for _, p := range storetest.Passages(t, a.store, d) {
				n := local.CountTokens(d.Title + "\n" + p.Heading + "\n" + p.Text)
				if passages, longest = passages+1, max(longest, n); n > room {
					t.Errorf("%s, passage %d: %d tokens, estimated %d; the embedder has room for %d", d.Path, p.Ordinal, n, p.Tokens, room)
				}
			}
		}
	}
	t.Logf("%d passages, the longest of %d tokens", passages, longest)
	if passages < 500 {
		t.Errorf("only %d passages", passages)
	}
}
