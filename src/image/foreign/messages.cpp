// SPDX-License-Identifier: Apache-2.0
#include "image/foreign/messages.hpp"

#include <utility>

namespace perm::foreign {

void append_text(std::string& bytes, std::string_view text) {
  bytes.append(text.substr(0, text.find('\0')));
  bytes.push_back('\0');
}

std::vector<std::string> split_texts(std::string_view bytes) {
  std::vector<std::string> texts;
  for (auto end = bytes.find('\0'); end != std::string_view::npos; end = bytes.find('\0')) {
    texts.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(end + 1);
  }
  return texts;
}

std::string printable(std::string_view text) {
  constexpr std::size_t most = 400;
  std::string shown;
  for (const char c : text.substr(0, most)) shown += c >= ' ' && c <= '~' ? c : '?';
  return shown + (text.size() > most ? "..." : "");
}

std::string encode(const OpenRequest& request) {
  std::string bytes(1, static_cast<char>(request.kind));
  append_text(bytes, request.path);
  for (const std::string& part : request.parts) append_text(bytes, part);
  return bytes;
}

std::optional<OpenRequest> decode_request(std::string_view bytes) {
  constexpr std::string_view kinds = "fsdh";
  if (bytes.empty() || kinds.find(bytes.front()) == std::string_view::npos) return {};
  std::vector<std::string> texts = split_texts(bytes.substr(1));
  if (texts.empty()) return {};
  OpenRequest request{static_cast<FileKind>(bytes.front()), std::move(texts.front()), {}};
  texts.erase(texts.begin());
  request.parts = std::move(texts);
  return request;
}

}  // namespace perm::foreign
