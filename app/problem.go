package app

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"strings"
	"syscall"

	"ibid/app/models"
	"ibid/app/web"
	"ibid/ingest"
	"ibid/ingest/extract"
	"ibid/store"
)

// Problem is what a student is told when something does not work: what happened, what it means for them, what to do next.
type Problem struct {
	Code   string `json:"code"`
	Title  string `json:"title"`
	Detail string `json:"detail"`
	// Action is what to do next, as a sentence.
	Action string `json:"action"`
}

// Error makes a Problem travel through the window's bridge, which carries a string: the whole Problem as JSON.
func (p Problem) Error() string {
	b, err := json.Marshal(p)
	if err != nil {
		return p.Title
	}
	return string(b)
}

// words is the one table of prose for the student: code -> title, detail, action.
var words = map[string]Problem{
	// files
	"unsupported": {Title: "Not read", Detail: "Ibid does not read this kind of file yet.",
		Action: "Save it as PDF, PPTX, DOCX, Markdown, HTML or text if it matters for your questions."},
	"empty": {Title: "Empty file", Detail: "There is nothing to read in the file.", Action: "Download or copy it again if it should not be empty."},
	"empty_text": {Title: "No text in it", Detail: "The file is not empty, but Ibid found nothing to read in it: it may hold only blanks, one endless word, or not what its name says.",
		Action: "Open it to see what it is, and save it anew if it should have text."},
	"no_text": {Title: "No text found", Detail: "There is no text in the file, and none was recognised on its pages.", Action: "Ask for a version with text, or a sharper scan."},
	"no_speech": {Title: "No English speech heard", Detail: "Nobody is heard to speak English in the recording: it may be silent, music, or in another language.",
		Action: "Put subtitles or a transcript of the same name beside it (lecture.vtt for lecture.mp4), or choose a transcriber for its language in the settings."},
	"needs_ffmpeg": {Title: "FFmpeg is missing", Detail: "The sound of this kind of file is decoded by FFmpeg, which is not installed.",
		Action: "Install FFmpeg (ffmpeg.org, or your system's package manager), or put subtitles of the same name beside the file."},
	"no_ffmpeg": {Title: "Not installed: with it, M4A, AAC, OGG, OPUS, MP4, MKV, WEBM and MOV are heard too", Detail: "WAV, MP3 and FLAC are heard without it.",
		Action: "Install FFmpeg: `sudo apt install ffmpeg`, `brew install ffmpeg`, `winget install ffmpeg`, or from ffmpeg.org."},
	"no_tesseract": {Title: "Not installed: with it, scans and pictures are read with more accents and blanks right", Detail: "Ibid's own model reads them without it.",
		Action: "Install Tesseract with your languages: `sudo apt install tesseract-ocr tesseract-ocr-deu`, `brew install tesseract-lang`, or from tesseract-ocr.github.io."},
	"not_heard": {Title: "Recordings cannot be heard here", Detail: "The speech model in Ibid does not run on this computer.",
		Action: "Put subtitles or a transcript of the same name beside the recording."},
	"not_recognised": {Title: "Text recognition did not work", Detail: "Its pictures or scanned pages could not be read. Pages with text of their own are searched all the same.",
		Action: "Free some space on the disk or close other programs, then try again."},
	"unheard": {Title: "Not heard yet", Detail: "The transcriber that you chose for recordings does not work.",
		Action: "Check it in the settings; Ibid tries again every few minutes."},
	"subtitles_read": {Title: "Its subtitles are read instead", Detail: "There are subtitles of the same name beside the recording.", Action: "Nothing to do. Remove them if you want the recording to be heard."},
	"encrypted":      {Title: "Needs a password", Detail: "The file is locked with a password, so its text cannot be read.", Action: "Save a copy without the password into the folder."},
	"not_locked":     {Title: "Not locked", Detail: "This file asks for no password. Nothing was changed.", Action: "Nothing to do."},
	"wrong_password": {Title: "Wrong password", Detail: "The file does not open with this password. Nothing was changed.", Action: "Check it, and type it once more."},
	"password_not_kept": {Title: "The password is not kept", Detail: "The system's keyring is not available, so Ibid knows the password only until it ends.",
		Action: "Unlock or install a keyring and enter the password again, if it is to be kept."},
	"damaged":   {Title: "Damaged file", Detail: "The file is cut short or broken and could not be read.", Action: "Download or copy it again; Ibid reads it as soon as it changes."},
	"too_large": {Title: "Too large", Detail: "The file is over the limit for one document.", Action: "Split it into parts."},
	"timed_out": {Title: "Took too long", Detail: "Reading the file was stopped because it took too long.", Action: "Try again, or save the file in another format."},
	"denied":    {Title: "No permission", Detail: "The system does not let Ibid open this file.", Action: "Check the file's permissions, then try again."},
	"unreadable": {Title: "Could not be read", Detail: "The disk reported an error while the file was read.",
		Action: "Check that the drive is connected, then try again."},
	"crashed":      {Title: "Left out after crashes", Detail: "The program ended each time while it read this file.", Action: "Open the file and save a fresh copy, then try again."},
	"failed":       {Title: "Could not be read", Detail: "Reading the file failed for a reason that Ibid does not know.", Action: "Try again; if it fails again, open the file and save a fresh copy."},
	"link_outside": {Title: "Leads outside the folder", Detail: "It is a link to a place outside the module's folder, which Ibid does not follow.", Action: "Copy the file itself into the folder."},
	"link_folder":  {Title: "A link to a folder", Detail: "It leads to a folder of this module. Ibid does not follow it: the files are read where they really lie.", Action: "Nothing to do."},
	"link_broken":  {Title: "Broken link", Detail: "The link points to nothing.", Action: "Remove the link, or put the file there."},
	"not_a_file":   {Title: "Not a file", Detail: "It is a device, a pipe or a socket.", Action: "Nothing to do."},
	"file_gone":    {Title: "The file is not there", Detail: "It was deleted or moved since it was read.", Action: "Put it back, or wait a moment: Ibid notices where it went."},
	"too_deep":     {Title: "Too many folders in each other", Detail: "Ibid does not look into folders that lie more than 64 levels deep.", Action: "Move what matters further up."},
	"cloud_only":   {Title: "Only in the cloud", Detail: "The file is not on this computer yet, and Ibid does not download it by itself.", Action: "Have your cloud program keep it on this device; Ibid then reads it."},

	// web pages
	"page_address":     {Title: "Not the address of a web page", Detail: "An address begins with http:// or https://, and has no password in it.", Action: "Copy it from the browser's address bar."},
	"page_offline":     {Title: "Offline", Detail: "Ibid was started with --offline: nothing may leave this computer.", Action: "Start it without --offline, or save the page in your browser into the module's folder."},
	"page_private":     {Title: "Not on the public internet", Detail: "The address leads to this computer or its own network, from which Ibid fetches nothing.", Action: "Save the page in your browser into the module's folder."},
	"page_unreachable": {Title: "The site does not answer", Detail: "There is no connection to it, or there is no site of this name.", Action: "Check the address and your internet connection, then try again."},
	"page_slow":        {Title: "The site is too slow", Detail: "The page did not come within a minute.", Action: "Try again later, or save the page in your browser into the module's folder."},
	"page_missing":     {Title: "There is no such page", Detail: "The site says that it has no page at this address.", Action: "Check the address in your browser."},
	"page_login":       {Title: "The page needs a login", Detail: "What came is a page to log in. Ibid logs in nowhere.", Action: "Open the page in your browser and save it into the module's folder."},
	"page_refused":     {Title: "The site does not hand the page out", Detail: "It gives the page to some visitors or programs only.", Action: "Open the page in your browser and save it into the module's folder."},
	"page_failed":      {Title: "The site has trouble", Detail: "It answered with an error instead of the page.", Action: "Try again later."},
	"page_redirects":   {Title: "The page leads on for ever", Detail: "The address leads to another one, and that to another, more than five times.", Action: "Copy the address at which your browser arrives."},
	"page_too_large":   {Title: "The page is too large", Detail: "Pages of up to 32 MB are kept.", Action: "Download it into the module's folder."},
	"page_format":      {Title: "Not a page to read", Detail: "What is at the address is neither a web page nor a document that can be added by its address.", Action: "Download it into the module's folder: Ibid says there whether it reads it."},
	"page_no_text":     {Title: "No text on the page", Detail: "What came has no text to read. Some pages fetch their text later, by programs, which Ibid does not run.", Action: "Save the page in your browser into the module's folder, or print it into a PDF there."},
	"snapshot_gone":    {Title: "The snapshot is gone", Detail: "What was fetched of the web page is not in the data folder any more.", Action: "Add the address again."},

	// folders
	"not_a_folder":   {Title: "That is a file", Detail: "A module is a folder; a single file cannot be one.", Action: "Drop the folder the file is in."},
	"not_there":      {Title: "Folder not found", Detail: "There is nothing at this path.", Action: "Check the path, or connect the drive it is on."},
	"folder_missing": {Title: "The folder is not there", Detail: "The module's folder or its drive has gone. What was read stays searchable.", Action: "Connect the drive or put the folder back; Ibid goes on by itself."},
	"folder_denied":  {Title: "No permission for the folder", Detail: "The system does not let Ibid read this folder.", Action: "Give yourself permission to read it, then add it again."},
	"inside_module":  {Title: "Already part of a module", Detail: "This folder lies in the folder of another module.", Action: "Ask that module: it has these files."},
	"around_module":  {Title: "There is a module in this folder", Detail: "The folder of another module lies in this one.", Action: "Remove that module first, or choose a folder beside it."},
	"is_module":      {Title: "Already a module", Detail: "This folder is a module under another name.", Action: "Rename the module instead."},
	"confirm_home":   {Title: "That is your home folder", Detail: "It holds much more than one course, private files too.", Action: "Choose the folder of one course, or confirm that you mean all of it (--yes on the command line)."},
	"confirm_large":  {Title: "That is a lot of files", Detail: "The folder has more than 50,000 files. Reading them may take long.", Action: "Choose the folder of one course, or confirm that you mean all of it (--yes on the command line)."},
	"data_folder":    {Title: "That is Ibid's own folder", Detail: "Ibid keeps its index there; it cannot be a module.", Action: "Choose the folder of a course."},
	"exists":         {Title: "Name already taken", Detail: "There is a module of this name for another folder.", Action: "Choose another name (--name on the command line)."},
	"not_found":      {Title: "Not found", Detail: "There is no such thing in your modules.", Action: "Check the name; `ibid modules` lists the modules."},
	"no_passage":     {Title: "No such passage", Detail: "Nothing in your material has this sign or address any more. A passage gets another one when its text changes, and goes with its file.", Action: "Search or ask again: what is there now is found. `ibid search` prints the sign of each passage behind its place."},
	"no_material":    {Title: "There is no material yet", Detail: "Answers come from your own lecture folders only, and Ibid has none.", Action: "Add the folder of a course: drop it on the window, or run `ibid add FOLDER --wait`."},
	"nothing_yet":    {Title: "There is nothing to search yet", Detail: "No file of these modules has been read.", Action: "Look at the list of files for what is waiting or failed (`ibid status`), or put slides, notes or transcripts into the folder."},
	"nothing_fits":   {Title: "No document fits the filters", Detail: "No file of these modules is of the kind, week, path, language, tag or domain that was asked for.", Action: "Leave a filter out; `ibid status --json` lists what is known of each file."},
	"watch_limit":    {Title: "Changes are seen every five minutes", Detail: "The system's limit for watched folders is reached, so Ibid looks at the folder at intervals.", Action: "Raise fs.inotify.max_user_watches (and max_user_instances) if you want changes to be noticed at once."},

	"embedder_failing":    {Title: "Searching by words only", Detail: "The embedding model is not available, so passages are found by their words and not by their meaning.", Action: "Check the embedding model in the settings; Ibid goes on by itself."},
	"transcriber_failing": {Title: "Your transcriber does not work", Detail: "Recordings that may be in English are heard by the model in Ibid meanwhile, the others wait.", Action: "Check the transcriber in the settings; Ibid tries it again by itself."},
	"viewer_failing":      {Title: "Pages are not looked at", Detail: "The model that is to look at pages that are hard to read is not available. These pages stay as they were read.", Action: "Check the model in the settings; Ibid goes on by itself."},
	"store_failing":       {Title: "The index cannot be written", Detail: "What was read before is safe.", Action: "Check the data folder; Ibid tries again by itself."},

	// store
	"newer_database": {Title: "Made by a newer Ibid", Detail: "The index was written by a newer version of Ibid. It was left unchanged.", Action: "Start the newer version, or choose another data folder with --data."},
	"corrupt":        {Title: "The index is damaged", Detail: "The file with the index, the list of your modules and your conversations cannot be read. Your course files are not affected.", Action: "Close Ibid and run `ibid doctor --repair`: it saves what can be read and keeps a copy."},
	"disk_full":      {Title: "The disk is full", Detail: "There was no room to write. What was read before is safe.", Action: "Free some space; Ibid then goes on where it was."},
	"waits_for_power": {Title: "Waits for power", Detail: "On battery, only the words of new files are read. Search by meaning, scans, pictures and recordings wait until the laptop is plugged in.",
		Action: "Plug it in, or switch on 'Work on battery' in the settings."},
	"read_only":      {Title: "The data folder cannot be written", Detail: "Ibid keeps its index there and needs to write.", Action: "Give yourself permission to write to it, or choose another with --data."},
	"data_no_folder": {Title: "The data folder is a file", Detail: "Ibid keeps its index in a folder, and there is something else at this path.", Action: "Choose a folder with --data or IBID_DATA."},
	"unsafe_folder":  {Title: "The data folder is on a network or synced drive", Detail: "A database on such a drive gets damaged.", Action: "Choose a folder on this computer with --data or IBID_DATA."},
	"not_shown":      {Title: "The folder could not be shown", Detail: "Ibid found no file manager that shows it.", Action: "Open it yourself."},
	"not_opened":     {Title: "The file could not be opened", Detail: "The program that your system uses for such files did not start.", Action: "Open the file yourself, or choose another program for such files in the system's settings."},
	"in_use":         {Title: "Another Ibid is at work", Detail: "Another process is writing to the index right now.", Action: "Try again in a moment, or close the other one."},

	// what the doctor finds wrong with the index, and what a repair did about it
	"damaged_file":          {Title: "The file of the index is damaged", Detail: "Searches may fail, or miss what is there.", Action: "Run `ibid doctor --repair` while the window is closed."},
	"damaged_words":         {Title: "The word index does not agree with the texts", Detail: "Some passages are not found by their words.", Action: "Run `ibid doctor --repair` while the window is closed."},
	"damaged_references":    {Title: "The index has remains of what is gone", Detail: "They may turn up in searches.", Action: "Run `ibid doctor --repair` while the window is closed."},
	"damaged_vectors":       {Title: "The index for search by meaning has gaps", Detail: "Some passages are only found by their words.", Action: "Run `ibid doctor --repair` while the window is closed."},
	"damaged_texts":         {Title: "Some texts in the index are wrong", Detail: "They are not what was read, or have lost their place.", Action: "Run `ibid doctor --repair` while the window is closed."},
	"damaged_terms":         {Title: "The words of some passages are wrong", Detail: "These passages are not found by their words.", Action: "Run `ibid doctor --repair` while the window is closed."},
	"damaged_kept":          {Title: "What was read so far of a recording or a scan is damaged", Detail: "It is read again from its beginning.", Action: "Run `ibid doctor --repair` while the window is closed, or leave it: Ibid drops the damaged part when it comes to it."},
	"damaged_conversations": {Title: "Some answers in your conversations are damaged", Detail: "They cannot be shown; the questions, and the other answers, can.", Action: "Run `ibid doctor --repair` while the window is closed."},
	"mended_kept":           {Title: "What was read so far of a recording or a scan was damaged", Detail: "It was taken out, and the file waits to be read from its beginning.", Action: "Open Ibid, so that it reads it."},
	"mended_conversations":  {Title: "Some answers in your conversations were damaged", Detail: "They were taken out. Their questions, and everything else in these conversations, are still there.", Action: "Ask those questions again."},
	"mended_file":           {Title: "The file of the index was damaged", Detail: "What was missing in it was made anew.", Action: "Nothing to do."},
	"mended_words":          {Title: "The word index did not agree with the texts", Detail: "It was made anew.", Action: "Nothing to do."},
	"mended_references":     {Title: "The index had remains of what is gone", Detail: "They were taken out.", Action: "Nothing to do."},
	"mended_vectors":        {Title: "The index for search by meaning had gaps", Detail: "They are filled as soon as there is a model for it.", Action: "Nothing to do."},
	"mended_texts":          {Title: "Some texts in the index were wrong", Detail: "What has its text still in the index has it back. The rest was taken out, and its files wait to be read again.", Action: "Open Ibid, so that it reads them."},
	"mended_terms":          {Title: "The words of some passages were wrong", Detail: "They were made anew from the text.", Action: "Nothing to do."},
	"salvaged":              {Title: "The index was beyond repair", Detail: "A new one has the modules, the files that you left out, and the conversations, as far as they could still be read. The damaged file was kept in the data folder, with all that was read before.", Action: "Open Ibid: it reads your folders again. Add those that are missing, leave out again what has come back, and delete the copy when you do not need it."},

	// models
	"ollama_unreachable": {Title: "Ollama does not answer", Detail: "No Ollama server was found at its address.", Action: "Start Ollama, or check its address in the settings. Quoted answers work without it."},
	"model_missing":      {Title: "The model is not installed", Detail: "Ollama does not have this model.", Action: "Choose an installed model in the settings, or download it with `ollama pull`."},
	"model_unfit":        {Title: "The model cannot write answers", Detail: "It is made for another task.", Action: "Choose another model in the settings."},
	"no_vision":          {Title: "The model does not take pictures", Detail: "It reads text only.", Action: "Choose a model in the settings that takes pictures: “ollama show” calls it “vision”."},
	"remote_model":       {Title: "This would leave your laptop", Detail: "The model runs on another computer, which is switched off in the settings.", Action: "Choose a model on this laptop, or allow models on other computers in the settings."},
	"offline":            {Title: "Offline", Detail: "Ibid was started with --offline: nothing may leave this computer.", Action: "Use a model on this laptop, or start without --offline."},
	"switched_off":       {Title: "OpenRouter is switched off", Detail: "Nothing is sent to OpenRouter until you switch it on.", Action: "Switch it on in the settings if you want it."},
	"context_too_long":   {Title: "Too much text for the model", Detail: "The question with its passages does not fit into the model's window.", Action: "Ask a shorter question, or choose a model with a larger window."},
	"cut_at_limit":       {Title: "The answer was cut", Detail: "The model reached its limit before the end of the answer.", Action: "Ask for a part of it."},
	"stalled":            {Title: "The model stopped answering", Detail: "Nothing came from the model for too long.", Action: "Try again, or choose a smaller model."},
	"cut_off":            {Title: "The answer broke off", Detail: "The connection to the model ended in the middle of the answer.", Action: "Try again."},
	"bad_reply":          {Title: "The model server's reply makes no sense", Detail: "What answers at the address is not a working model server.", Action: "Check the address in the settings."},
	"model_failed":       {Title: "The model failed", Detail: "The model server reported an error.", Action: "Try again, or choose another model."},
	"no_memory":          {Title: "The model needs more memory", Detail: "The model does not fit into the memory that is free.", Action: "Close other programs, or choose a smaller model."},
	"unfit_vectors":      {Title: "The embedding model cannot tell words apart", Detail: "It gives different words the same vector, so a search by meaning would find anything.", Action: "Choose another embedding model in the settings."},
	"no_runtime":         {Title: "The built-in model cannot run here", Detail: "ONNX Runtime, which runs it, does not start on this computer.", Action: "Choose an embedding model of Ollama in the settings, or go on with the search by words."},
	"no_models":          {Title: "The built-in model is not there", Detail: "This build of Ibid came without its models.", Action: "Install a release that has them, or choose an embedding model of Ollama in the settings."},
	"key_missing":        {Title: "No key for OpenRouter", Detail: "OpenRouter needs a key.", Action: "Enter it in the settings, or set IBID_OPENROUTER_KEY."},
	"key_rejected":       {Title: "The key was not accepted", Detail: "OpenRouter did not accept the key.", Action: "Enter a new key in the settings."},
	"quota":              {Title: "No credit left", Detail: "The OpenRouter account has no credit.", Action: "Add credit there, or use a model on this laptop."},
	"busy":               {Title: "The service is busy", Detail: "OpenRouter has too many requests right now.", Action: "Try again in a minute."},
	"keyring":            {Title: "The keyring cannot be used", Detail: "The system's keyring is not available, so no key can be read from it or stored in it.", Action: "Unlock or install a keyring, or set the variable for the key: IBID_OPENROUTER_KEY, or IBID_TRANSCRIBER_KEY (host, blank, key) for a Whisper server."},

	// the rest
	"answer_lost":   {Title: "The answer is lost", Detail: "It cannot be read any more: the file with your conversations was damaged. The rest of the conversation is as it was.", Action: "Ask again."},
	"invalid_input": {Title: "That cannot be used", Detail: "A value is not valid.", Action: "Correct it and try again."},
	"canceled":      {Title: "Stopped", Detail: "It was stopped before its end.", Action: "Start it again when you like."},
	"internal":      {Title: "Something went wrong", Detail: "Ibid met an error that it does not know.", Action: "Try again. The log in the data folder has the details."},
}

// codes maps the errors of the packages below to a code of the table above. The first that matches counts.
var codes = []struct {
	err  error
	code string
}{
	{store.ErrNotFound, "not_found"},
	{store.ErrNewerSchema, "newer_database"},
	{store.ErrCorrupt, "corrupt"},
	{store.ErrDiskFull, "disk_full"},
	{store.ErrNotFolder, "data_no_folder"},
	{store.ErrReadOnly, "read_only"},
	{store.ErrLocked, "in_use"},
	{models.ErrOffline, "offline"},
	{models.ErrRemoteModel, "remote_model"},
	{models.ErrSwitchedOff, "switched_off"},
	{models.ErrModelMissing, "model_missing"},
	{models.ErrModelUnfit, "model_unfit"},
	{models.ErrNoVision, "no_vision"},
	{models.ErrUnfitVectors, "unfit_vectors"},
	{models.ErrRuntime, "no_runtime"},
	{models.ErrNoModels, "no_models"},
	{models.ErrUnreachable, "ollama_unreachable"},
	{models.ErrContextTooLong, "context_too_long"},
	{models.ErrLength, "cut_at_limit"},
	{models.ErrStalled, "stalled"},
	{models.ErrCutOff, "cut_off"},
	{models.ErrBadReply, "bad_reply"},
	{models.ErrKeyMissing, "key_missing"},
	{models.ErrKeyRejected, "key_rejected"},
	{models.ErrQuota, "quota"},
	{models.ErrBusy, "busy"},
	{models.ErrKeyring, "keyring"},
	{models.ErrNoMemory, "no_memory"},
	{models.ErrServer, "model_failed"},
	{models.ErrPrivateAddress, "page_private"},
	{web.ErrAddress, "page_address"},
	{web.ErrUnreachable, "page_unreachable"},
	{web.ErrSlow, "page_slow"},
	{web.ErrMissing, "page_missing"},
	{web.ErrLogin, "page_login"},
	{web.ErrRefused, "page_refused"},
	{web.ErrFailed, "page_failed"},
	{web.ErrRedirects, "page_redirects"},
	{web.ErrTooLarge, "page_too_large"},
	{web.ErrFormat, "page_format"},
	{web.ErrNoText, "page_no_text"},
	{context.Canceled, "canceled"},
	{syscall.ENOSPC, "disk_full"},
	{syscall.EROFS, "read_only"},
	{fs.ErrNotExist, "not_there"},
	{fs.ErrPermission, "folder_denied"},
}

// ProblemOf turns any error into words for the student. An error that is not known is logged in full under an id that the
// Problem carries; nothing of it reaches the screen.
func ProblemOf(err error, log *slog.Logger) Problem {
	var p Problem
	if errors.As(err, &p) {
		return p
	}
	var folder *ingest.FolderError
	if errors.As(err, &folder) {
		return problem(folder.Code, cmp.Or(folder.Module.Name, folder.Dir))
	}
	var exists *store.ExistsError
	if errors.As(err, &exists) {
		return problem("exists", "")
	}
	var unsafe *store.UnsafeFolderError
	if errors.As(err, &unsafe) {
		return problem("unsafe_folder", string(unsafe.Reason))
	}
	for _, c := range codes {
		if errors.Is(err, c.err) {
			var m *models.Error
			if errors.As(err, &m) && m.Model != "" {
				return problem(c.code, m.Model)
			}
			return problem(c.code, "")
		}
	}
	id := make([]byte, 4)
	_, _ = rand.Read(id) // never fails
	name := hex.EncodeToString(id)
	log.Error("unknown error", "id", name, "error", err)
	return problem("internal", "id "+name)
}

// problem is the words for a code, with a detail of this case put behind them.
func problem(code, detail string) Problem {
	p, ok := words[code]
	if !ok {
		p = words["failed"]
	}
	p.Code = code
	if detail != "" {
		p.Detail += " (" + detail + ")"
	}
	return p
}

// standingProblem is the words for a problem of the ingester that lasts. Why a model fails is only known as text, in which the cause is
// looked for: it decides what to do.
func standingProblem(f store.Failure) Problem {
	p := problem(f.Code, "")
	if f.Code != ingest.EmbedderFailing && f.Code != ingest.ViewerFailing {
		return p
	}
	for _, c := range codes {
		if strings.Contains(f.Detail, c.err.Error()) {
			cause := words[c.code]
			p.Detail += " " + cause.Title + ": " + cause.Detail
			p.Action = cause.Action
			break
		}
	}
	return p
}

// transcriberWhy is why a transcriber fails, by the code of the error: the words for other models do not fit.
var transcriberWhy = map[string]string{
	"ollama_unreachable": "Nothing answers at its address, or the program does not start.",
	"remote_model":       "It is on another computer, and models on other computers are not allowed in the settings.",
	"offline":            "It is on another computer, and Ibid was started with --offline.",
	"key_rejected":       "It did not accept the key.",
	"keyring":            "The keyring that may have its key cannot be used.",
	"model_missing":      "It does not have this model.",
	"bad_reply":          "Its reply makes no sense.",
	"stalled":            "It took too long.",
	"quota":              "The account there has no credit.",
	"busy":               "It has too many requests right now.",
}

// earlierStays is put behind a problem of a document whose earlier version could be read.
const earlierStays = " What was read of its earlier version stays searchable."

const (
	asSubtitles = "Put subtitles or a transcript of the same name beside it (lecture.vtt for lecture.mp4)."
	asText      = "Save it as a PDF with text, or write what it shows into a note, if it matters for your questions."
)

// insteadOf is what to do about files that cannot be saved as a document, by their format.
var insteadOf = map[string]string{
	"mp3": asSubtitles, "wav": asSubtitles, "wave": asSubtitles, "flac": asSubtitles, "ogg": asSubtitles, "aac": asSubtitles, "m4a": asSubtitles,
	"mp4": asSubtitles, "m4v": asSubtitles, "mov": asSubtitles, "3gp": asSubtitles, "avi": asSubtitles, "mkv": asSubtitles, "mpg": asSubtitles,
	"png": asText, "jpg": asText, "jpeg": asText, "gif": asText, "bmp": asText, "tiff": asText, "webp": asText, "heic": asText,
}

// documentProblem is the words for why a document failed or was left out; nil when there is nothing to say.
func documentProblem(d store.Document) *Problem {
	if d.Problem.Code == "" {
		return nil
	}
	code, detail := d.Problem.Code, ""
	switch {
	case code == extract.Unsupported:
		detail = d.Problem.Detail // the format, such as "xls"; other details are technical
	case code == extract.Empty && d.Problem.Detail != extract.NoBytes:
		code = "empty_text"
	}
	p := problem(code, detail)
	if action := insteadOf[detail]; action != "" {
		p.Action = action
	}
	if takesPassword(d) {
		p.Action = "Enter its password, in the window or with `ibid retry MODULE PATH --password-stdin`; or save a copy without it into the folder."
	}
	if d.Passages > 0 {
		p.Detail += earlierStays
	}
	return &p
}
