// SPDX-License-Identifier: Apache-2.0
#include "app/options/overwrite_option.hpp"

namespace perm {

Option overwrite_option() {
  return {"overwrite", "",
          "replace also results of another input, and files of which nothing says that this program wrote them", "",
          ""};
}

Overwrite read_overwrite(const OptionValues& values) {
  return values.is_on("overwrite") ? Overwrite::all_files : Overwrite::own_files;
}

}  // namespace perm
